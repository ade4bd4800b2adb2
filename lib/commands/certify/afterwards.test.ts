import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HarEntry } from '../../engine/evidence/archive/har.ts';
import { certify, type Ended } from './command.support.ts';

/** What a run does after its checks: see `lib/interface/afterwards/`. */

interface Asked {
  readonly merchant: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly reference: unknown;
}

function askedIn({ out }: Ended): Asked[] {
  const { log } = JSON.parse(readFileSync(join(out, 'exchanges.har'), 'utf8')) as { log: { entries: HarEntry[] } };
  return log.entries.map(({ request, response }) => ({
    merchant: request.headers.find(({ name }) => name.toLowerCase() === 'x-merchant-id')?.value ?? '',
    method: request.method,
    path: new URL(request.url).pathname,
    status: response.status,
    reference: (JSON.parse(request.postData?.text || '{}') as { reference?: unknown }).reference,
  }));
}

describe.concurrent('after its checks', () => {
  test('merchants go on in every way, and what was created last is read again', async () => {
    const ran = await certify(['--requirement', 'refund.created,escrow.created', '--reference', '--seed', '5']);
    expect(ran.status).toBe(0);
    const told = Number(/^(\d+) requests of these at the end/m.exec(ran.stdout)?.[1]);
    expect(told).toBeGreaterThan(100);
    const asked = askedIn(ran);
    const [before, after] = [asked.slice(0, -told), asked.slice(-told)];
    const created = (all: readonly Asked[]) => all.filter(({ method, status }) => method === 'POST' && status === 201);
    const gone = created(after);
    const merchants = new Set(before.map(({ merchant }) => merchant));
    const going = new Set(gone.map(({ merchant }) => merchant));
    expect(going.size / merchants.size).toBeGreaterThan(0.2);
    expect(going.size / merchants.size).toBeLessThan(0.5);
    expect([...new Set(gone.map(({ path }) => path))].sort()).toEqual(
      ['checkouts', 'escrows', 'payouts', 'refunds'].map((each) => `/v1/${each}`),
    );
    // The last of each merchant; an id of a link is in no request.
    const last = new Map(created([...before, ...gone]).map((each) => [each.merchant, each]));
    const read = new Set(after.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const missing = [...last.values()].filter(
      ({ path, reference }) => reference !== undefined && !read.has(`${path}/${encodeURIComponent(String(reference))}`),
    );
    expect(missing).toEqual([]);
  });

  test('nothing, where one check of each requirement is asked for', async () => {
    const ran = await certify(['--requirement', 'refund.created', '--reference', '--profile', 'standard']);
    expect(ran.stdout).not.toContain('at the end');
  });
});
