import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../types.ts';
import { curl } from './curl.ts';

// A replacement for curl: prints its arguments, and its standard input if it is told to read that.
const folder = mkdtempSync(join(tmpdir(), 'curl-'));
const stub = join(folder, 'curl');
writeFileSync(
  stub,
  '#!/bin/sh\nfor word in "$@"; do printf "%s\\0" "$word"; done\ncase "$*" in *@-*) printf "stdin:"; cat;; esac\n',
);
chmodSync(stub, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

function run(request: Partial<ExchangeRecord['request']>): string[] {
  const command = curl({
    id: 1,
    startedAt: 0,
    durationMs: 1,
    request: { method: 'GET', url: 'http://localhost:1/v1/x', httpVersion: '1.1', headers: [], body: null, ...request },
    response: null,
    error: null,
  });
  const env = { PATH: `${folder}:${process.env.PATH}`, TARGET_API_KEY: 'the key' };
  return execFileSync('sh', ['-c', command], { env }).toString('latin1').split('\0');
}

describe('curl', () => {
  it('sends the path as it is', () => {
    const words = run({ url: 'http://localhost:1/v1/checkouts/..?a=[1]&b={2}' });
    expect(words).toContain('--path-as-is');
    expect(words).toContain('-g');
    expect(words).toContain('http://localhost:1/v1/checkouts/..?a=[1]&b={2}');
  });

  it('takes the key from the environment', () => {
    expect(run({ headers: [['Authorization', 'Bearer $TARGET_API_KEY']] })).toContain('Authorization: Bearer the key');
    expect(run({ headers: [['authorization', '$TARGET_API_KEYpart']] })).toContain('authorization: the keypart');
    const odd = '`"$HOME"` $TARGET_API_KEY!';
    expect(run({ headers: [['Authorization', odd]] })).toContain('Authorization: `"$HOME"` the key!');
  });

  it('fills in nothing that a target may have said', () => {
    const said = ['$TARGET_API_KEY', '$TARGET_LIVE_API_KEY', '$(id)'].join(' ');
    const words = run({
      method: 'POST',
      url: `http://localhost:1/v1/x/${said}`,
      body: said,
      headers: [['X-Id', said]],
    });
    expect(words).toEqual(expect.arrayContaining([`http://localhost:1/v1/x/${said}`, `X-Id: ${said}`, said]));
    expect(words.join(' ')).not.toContain('the key');
    expect(run({ headers: [['Authorization', 'Bearer $TARGET_CONTROL_TOKEN']] })).toContain(
      'Authorization: Bearer $TARGET_CONTROL_TOKEN',
    );
  });

  it('keeps everything else literal', () => {
    const body = `{"it's":"$HOME \`id\` \\"\\\\ !!\nline é"}`;
    const words = run({ method: 'POST', body, headers: [['Content-Type', 'application/json']] });
    expect(words[words.indexOf('--data-raw') + 1]).toBe(Buffer.from(body).toString('latin1'));
    expect(run({ method: 'POST', body: '@/etc/passwd' })).toContain('@/etc/passwd');
  });

  it('leaves to curl what curl sets by itself, and nothing more', () => {
    const words = run({
      method: 'POST',
      body: '{}',
      headers: [
        ['Host', 'localhost'],
        ['Connection', 'keep-alive'],
        ['Content-Length', '2'],
        ['X-Empty', ''],
      ],
    });
    expect(words.filter((word) => /^(Host|Connection|Content-Length):/.test(word))).toEqual([]);
    expect(words).toContain('X-Empty;');
    expect(words).toContain('Content-Type:');
    expect(run({ method: 'POST' })).toContain('Content-Length: 0');
  });

  it('sends bytes that are no text', () => {
    const body = Buffer.from([0xff, 0x00, 0x27]);
    const words = run({ method: 'POST', body: body.toString('base64'), bodyEncoding: 'base64' });
    expect(words).toContain('--data-binary');
    expect(words.slice(-2).join('\0')).toBe(`stdin:${body.toString('latin1')}`);
  });
});
