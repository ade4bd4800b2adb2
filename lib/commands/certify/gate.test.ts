import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Launched, launch } from '../../interface/target/launch.ts';
import { certify, type Ended, outcomeOf } from './command.support.ts';

/** Runs of the real command against a nonconformant target: what closes the gate, and what is reported to CI. */

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mutants = fileURLToPath(new URL('../../proof/mutants/main.ts', import.meta.url));
const id = 'refund.created';
// One check of each: many runs are beside each other.
const args = ['--requirement', `${id},bank.has-code`, '--profile', 'standard'];
let target: Launched;
beforeAll(async () => {
  const named = ['--mutant', 'refund-created-with-202', '--settings'];
  target = await launch('a mutant', process.execPath, [mutants, ...named]);
});
afterAll(() => target.stop());

let files = 0;
function fileWith(content: unknown): string {
  const path = join(folder, `${++files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const listing = (...requirements: readonly string[]) =>
  fileWith({ knownFailures: requirements.map((requirement) => ({ requirement, reason: 'ticket 42: 202 for now' })) });

const run = (extra: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  certify([...args, ...extra], { ...target.settings, ...settings });

const verdictIn = ({ certificate, status }: Ended) => [certificate?.verdict, certificate?.baseline?.gate, status];
const left = ({ out }: Ended, name: string) => readFileSync(join(out, name), 'utf8');

describe.concurrent('a target with one failure', () => {
  test('fails the gate, and CI is told where', async () => {
    const stepSummary = fileWith('before\n');
    const ran = await run([], { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: stepSummary });
    expect(verdictIn(ran)).toEqual(['nonconformant', undefined, 1]);
    expect(outcomeOf(ran, id)).toBe('failed');

    const lines = ran.stdout.split('\n');
    const stopped = lines.findIndex((line) => line.startsWith('::stop-commands::'));
    const token = lines[stopped]?.slice('::stop-commands::'.length);
    const resumed = lines.indexOf(`::${token}::`);
    const told = lines.findIndex((line) => line.startsWith(`::error title=failed%3A ${id}::`));
    expect([stopped, resumed > lines.findIndex((line) => line.includes('✗ failed')), told > resumed]).toEqual([
      0,
      true,
      true,
    ]);
    expect(lines[told]).toContain('expected status 201, got 202');
    expect(readFileSync(stepSummary, 'utf8')).toBe(`before\n${left(ran, 'summary.md')}\n`);
    expect(left(ran, 'summary.md')).toContain(`| \`${id}\` |`);
    expect(left(ran, 'badge.svg')).toMatch(/^<svg .*nonconformant · 1 failed, 1 of \d+ passed/s);
    const junit = left(ran, 'junit.xml');
    expect(junit).toContain(' failures="1"');
    expect(junit).toMatch(/<failure [^>]*><!\[CDATA\[POST http.*\/v1\/refunds/s);
    expect(junit).toContain(`'Authorization: Bearer '"$TARGET_API_KEY"`);
  });

  test('is let through where it is known, still nonconformant', async () => {
    const ran = await run(['--baseline', listing(id), '--annotate']);
    expect(verdictIn(ran)).toEqual(['nonconformant', 'open', 0]);
    expect(ran.certificate?.baseline?.knownFailures).toEqual([
      { requirement: id, reason: 'ticket 42: 202 for now', outcome: 'failed', state: 'holds' },
    ]);
    expect(ran.stdout).toContain(`~ known, failed: ${id}  ticket 42: 202 for now`);
    expect(ran.stdout).toContain('NONCONFORMANT');
    expect(ran.stdout).toContain('GATE OPEN: nothing new failed (1 known failure listed, 1 of them as known)');
    expect(ran.stdout).toMatch(new RegExp(`^::notice title=known failures::${id}: ticket 42`, 'm'));
    expect(ran.stdout).not.toMatch(/^::error/m);
    expect(left(ran, 'junit.xml')).toMatch(/ failures="0" errors="0"/);
    expect(left(ran, 'badge.svg')).toContain('nonconformant');
  });

  test('is not let through for another one that is known, and none is annotated unasked', async () => {
    const ran = await run(['--baseline', listing('refund.exceeds-paid')]);
    expect(verdictIn(ran)).toEqual(['nonconformant', 'closed', 1]);
    expect(ran.certificate?.baseline?.knownFailures[0]?.state).toBe('not_judged');
    expect(ran.stdout).toContain(`✗ failed: ${id}`);
    expect(ran.stdout).toContain('GATE CLOSED: 1 failed and not known');
    expect(ran.stdout).not.toContain('::');
  });

  test('nor where a known failure passes now', async () => {
    const ran = await run(['--baseline', listing(id, 'bank.has-code'), '--annotate']);
    expect(verdictIn(ran)).toEqual(['nonconformant', 'closed', 1]);
    expect(ran.stdout).toContain('! passes now, take it off the list: bank.has-code');
    expect(ran.stdout).toMatch(/^GATE CLOSED: 1 known to fail, but passing now: to be taken off the list/m);
    expect(ran.stdout).toMatch(/^::error title=passes now%3A bank\.has-code::/m);
    expect(left(ran, 'junit.xml')).toContain(' failures="1" errors="0"');
  });

  test('gives a first baseline, which lets the next run through', async () => {
    const path = join(folder, 'first', 'baseline.json');
    const first = await run(['--write-baseline', path]);
    expect(first.status).toBe(1);
    expect(first.stdout).toContain(`baseline: ${path} lists 1`);
    const { knownFailures } = JSON.parse(readFileSync(path, 'utf8'));
    expect(knownFailures).toEqual([
      { requirement: id, reason: expect.stringMatching(/^not explained yet: expected status 201, got 202/) },
    ]);
    expect((await run(['--baseline', path])).status).toBe(0);
  });
});

test('a baseline that lists what does not exist: 2, one clear line, nothing is sent', async () => {
  const ran = await run(['--baseline', listing('refund.no', id, 'refund.nor')]);
  expect(ran.stderr).toMatch(
    /^certify: --baseline: \S+ lists what is no requirement: refund\.no, refund\.nor \(.*\)\n$/,
  );
  expect([ran.status, ran.stdout, ran.certificate]).toEqual([2, '', null]);
});

test('nor can one be written where no folder can be', async () => {
  const ran = await run(['--write-baseline', join(mutants, 'baseline.json')]);
  expect(ran.stderr).toMatch(/^certify: --write-baseline: .* is no folder that can be written to/);
  expect(ran.status).toBe(2);
});
