import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../engine/run/target.ts';
import { answering } from '../../interface/control/answering.support.ts';
import { certify, merchantAt, newFolder, outcomeOf } from './command.support.ts';
import { failedIn } from './failed.ts';

function folderWith(certificate: string): string {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'certificate.json'), certificate);
  return folder;
}

describe('what failed or was blocked in an earlier run', () => {
  test('is read from its certificate; what is no requirement any more is left out', () => {
    const outcomes = {
      'refund.created': 'failed',
      'payout.created': 'blocked',
      'checkout.created': 'passed',
      'checkout.url': 'not_exercised',
      'refund.of-another-version': 'failed',
    };
    const requirements = Object.entries(outcomes).map(([id, outcome]) => ({ id, outcome }));
    expect(failedIn(folderWith(JSON.stringify({ requirements }))).ids).toEqual(['refund.created', 'payout.created']);
  });

  test('is run again with the seed and the depth that drew it', () => {
    const requirements = [{ id: 'refund.created', outcome: 'failed' }];
    const folder = folderWith(JSON.stringify({ requirements, seed: 7, selection: { exhaustive: true } }));
    expect(failedIn(folder)).toMatchObject({ seed: 7, exhaustive: true });
    const smoke = folderWith(JSON.stringify({ requirements, seed: 8, selection: { profile: 'smoke' } }));
    expect(failedIn(smoke)).toMatchObject({ seed: 8, profile: 'smoke' });
  });

  test.each([
    ['a run without failures', '{ "requirements": [{ "id": "refund.created", "outcome": "passed" }] }'],
    ['no certificate', '{ "requirements": 7 }'],
    ['no JSON', 'no'],
  ])('one line for %s', (_, text) => {
    expect(() => failedIn(folderWith(text))).toThrow(SettingsError);
  });

  test('one line where no run was', () => {
    expect(() => failedIn(newFolder())).toThrow(/^--failed: .*certificate\.json is no certificate of a run$/);
  });
});

const verify = (folder: string) => {
  const main = join(import.meta.dirname, '../verify/main.ts');
  const env = { PATH: process.env.PATH, NO_COLOR: '1' };
  return spawnSync(process.execPath, [main, folder], { env, encoding: 'utf8' }).stdout;
};

describe('a target that answers wrongly', () => {
  test('with --bail, the end of the run speaks of the failure that ended it', async () => {
    // The first eight are answered at once, so that more than one has failed when the run ends.
    const held: ServerResponse[] = [];
    const refuse = (response: ServerResponse) => void response.writeHead(500).end();
    const server = await answering(({ method }) => (response) => {
      if (method !== 'POST' || held.length >= 8) return refuse(response);
      held.push(response);
      if (held.length === 8) held.forEach(refuse);
    });
    const ran = await certify(['--chapter', 'checkouts', '--bail'], merchantAt(server.url));
    const [, id] = /^([\w.-]+) failed: ending the run \(--bail\)$/m.exec(ran.stderr) ?? [];
    const failed = ran.certificate?.totals.failed ?? 0;
    expect(failed).toBeGreaterThan(1);
    const [start = '', ...more] = ran.stdout.split('\n').filter((line) => line.startsWith('start here'));
    expect(more).toEqual([]);
    expect(start.startsWith(`start here: ${id} (`), start).toBe(true);
    expect(start).toContain(`): --bail ended the run there; ${failed - 1} more failed in what was sent by then`);
    // The page, the summary and the annotations begin with the first cause too.
    expect(ran.certificate?.causes?.[0]?.start).toBe(id);
    expect(readFileSync(join(ran.out, 'summary.md'), 'utf8')).toContain(`Start here: \`${id}\` (`);
    // Requests were under way when the run ended: their records stand in the order of their ids, too.
    expect(verify(ran.out)).toContain('CONSISTENT, UNSIGNED');
  });

  test('ends a run with --bail; --trace names a trace of each request; --failed tries again what failed', async () => {
    const server = await answering(() => [500, { error: { code: 'internal', message: 'not yet' } }]);
    const id = 'checkout.reference-too-long';
    const asked = ['--requirement', id, '--bail', '--trace'];
    const ran = await certify(asked, merchantAt(server.url));
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain(`${id} failed: ending the run (--bail)`);
    // "always" where a second check of it ended before the run did.
    expect(ran.stdout).toMatch(
      /^start here: checkout\.reference-too-long \(POST \/v1\/checkouts (is always )?answered 500 internal\): --bail ended the run there$/m,
    );
    const [, trace] = /^ {6}trace ([0-9a-f]{32})$/m.exec(ran.stdout) ?? [];
    const sent = server.asked.flatMap(({ headers }) => headers.traceparent ?? []);
    expect(sent.filter((each) => each === `00-${trace}-${String(each).slice(36, 52)}-01`)).toHaveLength(1);
    expect(new Set(sent).size).toBe(sent.length);

    const again = await certify(['--failed'], merchantAt(server.url), async () => {}, ran.out);
    expect(again.certificate?.selection).toEqual({ requirements: [id] });
    expect(again.certificate?.seed).toBe(ran.certificate?.seed);
    expect(outcomeOf(again, id)).toBe('failed');
    expect(again.stderr).not.toContain('--bail');
    const otherSeed = await certify(['--failed', '--seed', '5'], merchantAt(server.url), async () => {}, ran.out);
    expect(otherSeed.certificate?.seed).toBe(5);
    expect(server.asked.at(-1)?.headers).not.toHaveProperty('traceparent');
  });

  test('is told by its answer where a wallet link could not be made', async () => {
    const server = await answering(() => [404, { error: { code: 'not_found', message: 'no such address' } }]);
    const ran = await certify(['--requirement', 'wallet-link.approved'], merchantAt(server.url));
    expect(ran.certificate?.causes).toMatchObject([
      { words: 'a wallet link should have been created; got 404 not_found', blocked: ['wallet-link.approved'] },
    ]);
  });

  test('does not end it where the failure is known', async () => {
    const server = await answering(() => [500]);
    const known = { knownFailures: [{ requirement: 'checkout.created', reason: 'later' }] };
    const baseline = join(folderWith('{}'), 'baseline.json');
    writeFileSync(baseline, JSON.stringify(known));
    const asked = ['--requirement', 'checkout.created', '--bail', '--baseline', baseline];
    const ran = await certify(asked, merchantAt(server.url));
    expect([ran.status, ran.certificate?.interrupted]).toEqual([0, false]);
    expect(ran.stdout).not.toContain('start here');
  });
});
