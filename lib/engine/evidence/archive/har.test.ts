import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bundled from '@sparticuz/chromium';
import type { Har } from 'har-format';
import { chromium } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { ExchangeRecord } from '../../http/index.ts';
import { har } from './har.ts';

const folder = mkdtempSync(join(tmpdir(), 'har-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function exchange(change: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    id: 1,
    startedAt: Date.UTC(2026, 0, 1),
    sentMono: 12.5,
    durationMs: 34.25,
    request: {
      method: 'POST',
      url: 'http://shop.test/v1/checkouts?a=1&a=2%26',
      httpVersion: '1.1',
      headers: [['Content-Type', 'application/json']],
      body: '{"amount":5000,"note":"₦"}',
    },
    response: {
      status: 201,
      statusText: 'Created',
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['Location', '/v1/checkouts/1'],
      ],
      body: '{"id":"₦1"}',
      bodyEncoding: 'utf8',
      truncated: false,
    },
    error: null,
    ...change,
  };
}

const get = { method: 'GET', url: 'http://shop.test/page', httpVersion: '1.1', headers: [], body: null } as const;

async function archive(exchanges: readonly ExchangeRecord[]): Promise<{ file: string; parsed: Har }> {
  const pages = [{ id: 'check-1', startedDateTime: '2026-01-01T00:00:00.000Z', title: 'a check' }];
  async function* all() {
    yield* exchanges;
  }
  let text = '';
  for await (const piece of har('0.1.0', pages, all(), (id) => (id === 1 ? ['check-1'] : []))) text += piece;
  const file = join(folder, 'exchanges.har');
  writeFileSync(file, text);
  return { file, parsed: JSON.parse(text) as Har };
}

describe('the archive of all exchanges', () => {
  test('has all that HAR 1.2 asks for', async () => {
    const { parsed } = await archive([exchange()]);
    const [entry] = parsed.log.entries;
    expect(parsed.log).toMatchObject({ version: '1.2', creator: { version: '0.1.0' } });
    expect(parsed.log.pages).toEqual([expect.objectContaining({ id: 'check-1', pageTimings: {} })]);
    expect(entry).toMatchObject({
      pageref: 'check-1',
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 34.25,
      cache: {},
      timings: { send: 0, wait: 34.25, receive: 0 },
      request: {
        bodySize: 28,
        postData: { mimeType: 'application/json', text: '{"amount":5000,"note":"₦"}' },
        queryString: [
          { name: 'a', value: '1' },
          { name: 'a', value: '2&' },
        ],
      },
      response: {
        status: 201,
        redirectURL: '/v1/checkouts/1',
        content: { size: 13, mimeType: 'application/json; charset=utf-8', text: '{"id":"₦1"}' },
      },
    });
    for (const part of [entry?.request, entry?.response]) {
      expect(part).toMatchObject({ cookies: [], headersSize: -1, headers: expect.any(Array) });
    }
  });

  test('tells what came not at all, not whole, or is no text', async () => {
    const bytes = { ...get, body: '/9g=', bodyEncoding: 'base64' } as const;
    const { parsed } = await archive([
      exchange({ response: null, error: 'POST /v1/checkouts: no answer' }),
      exchange({
        id: 2,
        request: { ...bytes, headers: [] },
        response: { status: 200, headers: [], body: '/9g=', bodyEncoding: 'base64', truncated: true },
      }),
    ]);
    const [none, cut] = parsed.log.entries;
    expect(none).toMatchObject({ _error: 'POST /v1/checkouts: no answer', response: { status: 0 } });
    expect(cut).toMatchObject({
      request: { bodySize: 2, postData: { _encoding: 'base64' } },
      response: { content: { size: 2, encoding: 'base64', _truncated: true } },
    });
    expect(cut).not.toHaveProperty('pageref');
  });

  test.skipIf(spawnSync('jq', ['--version']).status !== 0)('is read by jq', async () => {
    const { file } = await archive([exchange(), exchange({ id: 2 })]);
    const said = execFileSync('jq', ['-r', '.log.entries[] | "\\(._id) \\(.response.status) \\(.request.url)"', file]);
    expect(said.toString().trim().split('\n')).toEqual([
      '1 201 http://shop.test/v1/checkouts?a=1&a=2%26',
      '2 201 http://shop.test/v1/checkouts?a=1&a=2%26',
    ]);
  });

  test('is played to a browser', async () => {
    const html = '<!doctype html><title>From the archive</title><p>₦5,000';
    const headers: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']];
    const { file } = await archive([
      exchange(),
      exchange({
        id: 2,
        request: { ...get, headers: [] },
        response: { status: 200, statusText: 'OK', headers, body: html, bodyEncoding: 'utf8', truncated: false },
      }),
    ]);
    const browser = await chromium.launch({ executablePath: await bundled.executablePath(), args: bundled.args });
    try {
      const page = await browser.newPage();
      await page.routeFromHAR(file, { notFound: 'abort' });
      await page.goto('http://shop.test/page');
      expect(await page.title()).toBe('From the archive');
      expect(await page.locator('p').innerText()).toBe('₦5,000');
    } finally {
      await browser.close();
    }
  });
});
