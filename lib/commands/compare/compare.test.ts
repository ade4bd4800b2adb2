import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { type Comparison, compare } from './compare.ts';
import { type Comparable, type Outcome, readCertificate } from './read.ts';
import { table } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outcomes: readonly Outcome[] = ['passed', 'failed', 'blocked', 'not_exercised'];

type Named = Readonly<Record<string, Outcome>>;

function certificate(
  named: Named,
  change: Partial<Comparable> = {},
  observed: Readonly<Record<string, string>> = {},
): Comparable {
  return {
    verdict: 'inconclusive',
    interfaceVersion: '1.0.0',
    target: { baseUrl: 'http://127.0.0.1:9' },
    suite: { version: '0.1.0', registerDigest: 'sha256:aa' },
    selection: null,
    capabilities: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    requirements: Object.entries(named).map(([id, outcome]) => ({
      id,
      chapter: 'refunds',
      statement: `what ${id} says`,
      outcome,
      ...(outcome !== 'passed' && { reason: `${id} ${outcome}` }),
    })),
    observations: Object.entries(observed).map(([id, seen]) => ({
      id,
      chapter: 'banks',
      question: '?',
      observed: seen,
    })),
    ...change,
  };
}

const lists = ['regressions', 'mended', 'otherwise', 'newlyExercised', 'noLongerExercised'] as const;
const inLists = (comparison: Comparison) => lists.filter((list) => comparison[list].length > 0);

describe('a requirement in both', () => {
  test.each<[Outcome, Outcome, (typeof lists)[number] | null, regressed: boolean, strictly: boolean]>([
    ['passed', 'failed', 'regressions', true, true],
    ['passed', 'blocked', 'regressions', true, true],
    ['passed', 'not_exercised', 'noLongerExercised', false, true],
    ['failed', 'passed', 'mended', false, false],
    ['failed', 'blocked', 'otherwise', false, false],
    ['failed', 'not_exercised', 'noLongerExercised', false, true],
    ['blocked', 'passed', 'mended', false, false],
    ['blocked', 'failed', 'otherwise', false, false],
    ['blocked', 'not_exercised', 'noLongerExercised', false, true],
    ['not_exercised', 'passed', 'newlyExercised', false, false],
    ['not_exercised', 'failed', 'newlyExercised', false, true],
    ['not_exercised', 'blocked', 'newlyExercised', false, true],
    ...outcomes.map((same) => [same, same, null, false, false] as [Outcome, Outcome, null, boolean, boolean]),
  ])('%s, then %s: %s; regressed %s, strictly %s', (before, after, list, regressed, strictly) => {
    const comparison = compare(certificate({ a: before, b: 'passed' }), certificate({ a: after, b: 'passed' }));
    expect(inLists(comparison)).toEqual(list === null ? [] : [list]);
    expect([comparison.regressed, comparison.regressedStrictly]).toEqual([regressed, strictly]);
    expect(Object.values(comparison.unchanged).reduce((sum, each) => sum + each)).toBe(list === null ? 2 : 1);
  });

  test('says why, and whether its statement changed', () => {
    const later = certificate({ a: 'failed', b: 'passed', c: 'passed' });
    const restated = later.requirements.map((each) => ({ ...each, statement: 'other' }));
    const comparison = compare(certificate({ a: 'passed', b: 'blocked', c: 'not_exercised' }), {
      ...later,
      requirements: restated,
    });
    expect(comparison.regressions).toMatchObject([{ id: 'a', reason: 'a failed', restated: true }]);
    expect(comparison.mended[0]?.reason).toBe('b blocked');
    expect(comparison.newlyExercised[0]?.reason).toBeNull();
  });
});

test('what a run was not asked for was not selected, and is told so', () => {
  const whole = certificate({ a: 'passed', b: 'not_exercised', c: 'passed' });
  const part = {
    ...certificate({ a: 'not_exercised', b: 'not_exercised', c: 'passed' }),
    requirements: whole.requirements.map((each) =>
      each.id === 'c' ? each : { ...each, outcome: 'not_exercised' as const, reason: 'not selected' },
    ),
  };
  expect(compare(part, whole).newlyExercised).toMatchObject([{ id: 'a', before: 'not_selected', after: 'passed' }]);
  expect(compare(whole, part).noLongerExercised).toMatchObject([{ id: 'a', before: 'passed', after: 'not_selected' }]);
  expect(compare(part, whole).unchanged).toMatchObject({ passed: 1, not_exercised: 1, not_selected: 0 });
  expect(compare(part, part).unchanged).toMatchObject({ passed: 1, not_exercised: 0, not_selected: 2 });
});

test('a requirement in one alone is new or gone, and no regression', () => {
  const comparison = compare(certificate({ a: 'passed', b: 'passed' }), certificate({ b: 'passed', c: 'failed' }));
  expect(comparison.gone).toEqual([{ id: 'a', chapter: 'refunds', outcome: 'passed' }]);
  expect(comparison.added).toEqual([{ id: 'c', chapter: 'refunds', outcome: 'failed' }]);
  expect([comparison.regressed, comparison.regressedStrictly]).toEqual([false, true]);
  expect(inLists(comparison)).toEqual([]);
  const text = stripVTControlCharacters(table(comparison, false));
  expect(text).toContain('+ New requirements, in B alone (1)\n  c  failed\n');
  expect(text).toContain('- Gone requirements, in A alone (1)\n  a  passed\n');
  expect(text).toMatch(/NO REGRESSION, but --strict would object$/);
});

test('observations: whether something was seen is told apart from its words', () => {
  const of = (observed: string, seen: boolean) =>
    certificate({}, { observations: [{ id: 'a', chapter: 'banks', question: '?', observed, seen }] });
  const { observations } = compare(of('not seen in the list', true), of('not seen: no control', false));
  expect([observations.noLongerSeen.length, observations.changed.length]).toEqual([1, 0]);
  expect(compare(of('not looked at twice', true), of('not looked at once', true)).observations.changed).toHaveLength(1);
});

test('observations: what changed, what was seen first, what no longer', () => {
  const a = certificate({}, {}, { same: '1', changed: '401', first: 'not seen: no control', lost: '2', alone: '3' });
  const b = certificate({}, {}, { same: '1', changed: '403', first: '9', lost: 'not looked at: not selected' });
  const { observations } = compare(a, b);
  expect(observations.changed).toEqual([{ id: 'changed', chapter: 'banks', before: '401', after: '403' }]);
  expect(observations.newlySeen.map(({ id }) => id)).toEqual(['first']);
  expect(observations.noLongerSeen.map(({ id }) => id)).toEqual(['lost']);
});

test.each([
  ['pending; succeeded within 7 s', 'pending; succeeded within 8 s', false],
  ['given up after 3.0 s', 'given up after 2.6 s', false],
  ['after 100 s', 'after 125 s', false],
  ['after 0.5 s', 'after 2.4 s', false],
  ['after ', 'after 3 s', true],
  ['after 3 s', 'after 30 s', true],
  ['failed within 7 s', 'succeeded within 7 s', true],
  ['after 3 s', 'after 3 s, then 4 s', true],
  ['26 banks', '27 banks', true],
])('of measured seconds a little more or less is no change: %s, %s: %s', (before, after, changed) => {
  const { observations } = compare(certificate({}, {}, { a: before }), certificate({}, {}, { a: after }));
  expect(observations.changed.length > 0).toBe(changed);
});

test('what else differs is said, and only that', () => {
  const selection = { chapters: ['refunds'], profile: 'smoke' };
  const a = certificate({}, { selection, capabilities: ['clock', 'buyer'] });
  expect(
    compare(
      a,
      certificate({}, { selection: { profile: 'smoke', chapters: ['refunds'] }, capabilities: ['buyer', 'clock'] }),
    ).differences,
  ).toEqual([]);
  const b = certificate(
    {},
    {
      interfaceVersion: '1.1.0',
      target: { baseUrl: 'https://other' },
      suite: { version: '0.2.0', registerDigest: 'sha256:bb' },
    },
  );
  const comparison = compare(a, b);
  expect(comparison.differences.map(({ of }) => of)).toEqual([
    'interface version',
    'target',
    'suite version',
    'register of requirements',
    'selection',
    'capabilities',
  ]);
  const text = stripVTControlCharacters(table(comparison, false));
  expect(text).toMatch(/^ {2}interface version +A 1\.0\.0\n +B 1\.1\.0$/m);
  expect(text).toMatch(/^ {2}selection +A \{"chapters":\["refunds"\],"profile":"smoke"\}\n +B everything$/m);
});

test('the table is aligned, bounded, and does not steer the terminal', () => {
  const after = certificate({ a: 'failed', 'a.longer-name': 'blocked' });
  const wild = after.requirements.map((each) => ({ ...each, reason: `\u001b[2J${'x'.repeat(10_000)}` }));
  const comparison = compare(certificate({ a: 'passed', 'a.longer-name': 'passed' }), { ...after, requirements: wild });
  const text = table(comparison, false);
  expect(text).not.toContain('\u001b[2J');
  expect(text.length).toBeLessThan(2_000);
  expect(stripVTControlCharacters(text)).toMatch(
    /✗ Regressions \(2\)\n {2}a {14}passed → failed\n.*\n {2}a\.longer-name {2}passed → blocked\n/,
  );
});

describe('the command', () => {
  let files = 0;
  const fileWith = (content: unknown) => {
    const path = join(folder, `${++files}.json`);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = (...args: readonly string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

  /** As another suite may write it: the documented fields and additional ones. */
  const theirs = {
    verdict: 'conformant_in_scope',
    interfaceVersion: '1.0.0',
    target: { baseUrl: 'https://theirs.example', name: 'x' },
    suite: { version: '9', registerDigest: 'sha256:cc', language: 'other' },
    selection: null,
    capabilities: ['clock'],
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: '2026-01-01T00:01:00Z',
    requests: 1,
    seed: 0,
    totals: { passed: 1, failed: 0, blocked: 0, notExercised: 1 },
    requirements: [
      {
        id: 'theirs.one',
        chapter: 'refunds',
        statement: 's',
        source: 'Endpoints',
        outcome: 'passed',
        tests: ['t'],
        more: 1,
      },
      {
        id: 'theirs.two',
        chapter: 'our own',
        statement: 's',
        source: 'x',
        outcome: 'not_exercised',
        reason: null,
        tests: [],
      },
    ],
    observations: [],
    signature: {},
  };
  const worse = { ...theirs, requirements: theirs.requirements.map((each) => ({ ...each, outcome: 'failed' })) };

  test('compares folders and files; 0, 1, and with --strict 1 for a loss', () => {
    const runFolder = join(folder, 'run');
    mkdirSync(runFolder);
    writeFileSync(join(runFolder, 'certificate.json'), JSON.stringify(theirs));
    expect(run(runFolder, fileWith(theirs))).toMatchObject({ status: 0, stderr: '' });
    const regressed = run(runFolder, fileWith(worse));
    expect(regressed.stdout).toContain('REGRESSION: 1 requirement passed before and no longer');
    expect(regressed.status).toBe(1);
    const lost = fileWith({
      ...theirs,
      requirements: theirs.requirements.map((each) => ({ ...each, outcome: 'not_exercised' })),
    });
    expect([run(runFolder, lost).status, run(runFolder, lost, '--strict').status]).toEqual([0, 1]);
  });

  test('gives JSON, on standard output or in a file', () => {
    const out = join(folder, 'out.json');
    const { stdout, status } = run('--json', fileWith(theirs), fileWith(worse), '--out', out);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      regressed: true,
      regressions: [{ id: 'theirs.one', before: 'passed', after: 'failed' }],
    });
    expect(readFileSync(out, 'utf8')).toBe(stdout);
  });

  test.each<[string, () => string[], RegExp]>([
    ['no such file', () => [join(folder, 'none'), fileWith(theirs)], /^compare: there is no .*none$/],
    [
      'an empty folder',
      () => [folder, fileWith(theirs)],
      /^compare: there is no certificate\.json in .*: is it the folder of a run\?$/,
    ],
    [
      'results of load',
      () => {
        const run = mkdtempSync(join(folder, 'load-'));
        mkdirSync(join(run, 'load', 'steady'), { recursive: true });
        writeFileSync(join(run, 'load', 'steady', 'result.json'), '{}');
        return [run, run];
      },
      /^compare: there is no certificate\.json in .*: it has results of load: npm run load -- compare A B$/,
    ],
    ['no JSON', () => [fileWith(theirs), fileWith('<html>')], /^compare: .* is no JSON$/],
    [
      'no certificate',
      () => [fileWith(theirs), fileWith({ verdict: 'fine' })],
      /^compare: .* is no certificate: verdict: /,
    ],
    [
      'an outcome that is none',
      () => [fileWith({ ...theirs, requirements: [{ ...theirs.requirements[0], outcome: 'ok' }] }), fileWith(theirs)],
      /requirements\.0\.outcome: /,
    ],
    [
      'a requirement twice',
      () => [fileWith({ ...theirs, requirements: [theirs.requirements[0], theirs.requirements[0]] }), fileWith(theirs)],
      /it has the requirement theirs\.one twice$/,
    ],
    [
      'a file that cannot be written',
      () => [fileWith(theirs), fileWith(theirs), '--out', folder],
      /^compare: --out: .* cannot be written \(EISDIR\)$/,
    ],
    ['one certificate alone', () => [fileWith(theirs)], /^error: missing required argument 'B'$/],
  ])('2 and one clear line: %s', (_, args, line) => {
    const { status, stdout, stderr } = run(...args());
    expect(stderr.trimEnd()).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect([status, stdout]).toEqual([2, '']);
  });

  test('--help tells what counts', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const words of ['--strict', 'loss of coverage', 'Exit status: 0']) expect(stdout).toContain(words);
  });

  test('optional fields may be missing', async () => {
    const { selection: _, capabilities: __, observations: ___, ...least } = theirs;
    await expect(readCertificate(fileWith(least))).resolves.toMatchObject({ selection: null, observations: [] });
  });
});
