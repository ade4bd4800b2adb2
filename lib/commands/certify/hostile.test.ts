import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Certificate } from '../../engine/evidence/certificate.ts';
import { type Hostility, hostilities, startHostileServer } from '../../engine/http/testing/hostile-server.ts';
import { answering } from '../../interface/control/answering.support.ts';
import { Control } from '../../interface/control/control.ts';
import { launchReference } from '../../interface/target/launch.ts';
import { verifyFolder } from '../../interface/verify.ts';
import { BOUNDED, certify, type Ended, merchantAt, newFolder } from './command.support.ts';

/** Targets that misuse the connection in any way: the run ends in bounded time and reports what happened. */

const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** Runs the smoke profile against a server that does these things in turn. */
async function meets(...turns: Hostility[]): Promise<Ended & { reasons: string }> {
  const server = await startHostileServer(turns);
  open.push(server);
  const settings = { ...merchantAt(server.url), TARGET_TIMEOUT: '1s', TARGET_MAX_WAIT: '1s' };
  const ran = await certify(['--profile', 'smoke', '--seed', '3'], settings);
  expect([...server.done.keys()].sort(), 'what was done').toEqual([...turns].sort());
  const reasons = ran.certificate?.requirements.map(({ outcome, reason }) => `${outcome}: ${reason}`).join('\n') ?? '';
  expect(reasons).not.toMatch(/suite fault|RangeError|TypeError/);
  expect(ran.seconds).toBeLessThan(BOUNDED);
  return { ...ran, reasons };
}

describe.concurrent('a target that', () => {
  const lost = [
    'resets before the answer',
    'resets in the headers',
    'resets in the body',
    'ends in the middle',
    'drips',
    'floods with 1xx',
    'never answers',
  ] as const;
  test('loses every answer is not blamed', async () => {
    const { certificate, status, reasons } = await meets(...lost);
    expect([status, certificate?.verdict, certificate?.totals.failed]).toEqual([1, 'inconclusive', 0]);
    expect(certificate?.lostAnswers).toBe(certificate?.requests);
    expect(reasons).toMatch(/blocked: .*(the connection was closed|within 1000 ms|stopped answering)/);
  });

  const garbled = ['says two lengths', 'is not HTTP', 'sends headers without end', 'sends a body without end'] as const;
  test('speaks no HTTP, or without end, is not judged by it', async () => {
    const { certificate, status, reasons } = await meets(...garbled);
    expect([status, certificate?.verdict, certificate?.totals.failed]).toEqual([1, 'inconclusive', 0]);
    for (const words of [
      'the answer is not HTTP/1.1',
      'the headers of the answer are too long',
      'the answer is longer than',
    ])
      expect(reasons).toContain(words);
  });

  const answers = [
    'says a length too short',
    'sends a bomb',
    'sends invalid UTF-8',
    'sends deep arrays',
    'sends deep objects',
    'says what steers',
    'says a megabyte',
    'sends a byte at a time',
    'says names twice, of objects, and numbers too large',
    'redirects to itself',
    'answers 500',
  ] as const;
  test('answers, but not what the interface says, breaks rules', async () => {
    const { certificate, status, reasons, stdout, out } = await meets(...answers);
    expect([status, certificate?.verdict]).toEqual([1, 'nonconformant']);
    expect(certificate?.totals.failed).toBeGreaterThan(3);
    expect(reasons).toMatch(/failed: expected (status \d+|a refusal .*), got (200|307|500)/);
    // Output is bounded, however long the target's texts are.
    expect(stdout.length).toBeLessThan(60_000);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]|^::/mu);
    // The evidence of a run can be verified, whatever the target sent.
    expect((await verifyFolder(out, null, {})).contradictions).toEqual([]);
    expect(readFileSync(join(out, 'summary.md'), 'utf8').split('\n').length).toBeLessThan(600);
  });

  test('does all of it in turn ends the run too', async () => {
    const { status } = await meets(...(Object.keys(hostilities) as Hostility[]));
    expect(status).toBe(1);
  });
});

describe.concurrent('a target that refuses everything with 429', () => {
  /** The run's time passes as many times as fast as real time. */
  const PACE = 20;

  test.each(['60', '120'])(
    'and asks to wait for %s s each time, ends the run after a few minutes of its time',
    async (asked) => {
      const server = await answering(() => (response) => {
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': asked });
        response.end('{"error":{"code":"rate_limited","message":"slow down"}}');
      });
      const out = newFolder();
      const course = JSON.stringify({ since: Date.now(), legs: [{ real: 1, pace: PACE }] });
      const requirements = ['checkout.created', 'checkout.url', 'bank.has-code', 'escrow.amount-stored'];
      const args = [join(import.meta.dirname, 'hastened.support.ts'), course, out, requirements.join(',')];
      const env = { PATH: process.env.PATH, ...merchantAt(server.url) };
      const began = performance.now();
      await new Promise((resolve) => execFile(process.execPath, args, { env }, resolve));
      expect((performance.now() - began) / 1_000).toBeLessThan(60);
      const certificate = JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')) as Certificate;
      expect([certificate.verdict, certificate.totals.failed]).toEqual(['inconclusive', 0]);
      const tried = certificate.requirements.filter(({ id }) => requirements.includes(id));
      expect(tried.map(({ outcome }) => outcome)).toEqual(requirements.map(() => 'blocked'));
      expect([...new Set(tried.map(({ reason }) => reason))]).toEqual([
        expect.stringMatching(/^the target refuses every request with 429: \d+ in a row over [34][.\d]* min, whatever/),
      ]);
    },
  );
});

describe.concurrent('a control interface that', () => {
  const steered = async (...turns: Hostility[]) => {
    const [server, { settings, stop }] = await Promise.all([startHostileServer(turns), launchReference()]);
    open.push(server, { close: stop });
    const honest = new Control(settings.TARGET_CONTROL_URL ?? '', settings.TARGET_CONTROL_TOKEN ?? null);
    const { apiKey, merchantId } = await honest.createMerchant('sandbox').finally(() => honest.close());
    const merchant = { TARGET_API_KEY: apiKey, TARGET_MERCHANT_ID: merchantId };
    const own = {
      TARGET_BASE_URL: settings.TARGET_BASE_URL ?? '',
      ...merchant,
      TARGET_CONTROL_URL: server.url,
      TARGET_CONTROL_TOKEN: 'a-control-token',
    };
    const ran = await certify(['--profile', 'smoke', '--seed', '3'], {
      ...own,
      TARGET_TIMEOUT: '1s',
      TARGET_MAX_WAIT: '1s',
    });
    expect(ran.seconds).toBeLessThan(BOUNDED);
    return ran;
  };

  test.each<[Hostility, RegExp]>([
    ['never answers', /aborted due to timeout/],
    ['sends a body without end', /the answer is longer than 8 MB/],
    ['resets in the body', /ECONNRESET|UND_ERR_SOCKET/],
  ])('%s makes no run possible', async (hostility, words) => {
    const { status, stderr } = await steered(hostility);
    expect(status).toBe(2);
    expect(stderr).toContain('certify: control, GET /: no answer (');
    expect(stderr).toMatch(words);
  });

  test('says nothing that can be read blocks what needs it', async () => {
    const { status, certificate } = await steered(
      'sends deep objects',
      'sends invalid UTF-8',
      'answers 500',
      'sends a bomb',
    );
    expect(
      certificate?.requirements.flatMap(({ id, outcome, reason }) => (outcome === 'failed' ? `${id}: ${reason}` : [])),
    ).toEqual([]);
    expect(status).toBe(1);
    expect(certificate?.totals.blocked).toBeGreaterThan(0);
  });
});

test('every hostility is tried by name', () => {
  expect(Object.keys(hostilities)).toHaveLength(22);
});
