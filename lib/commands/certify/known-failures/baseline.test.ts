import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../engine/checks/outcome.ts';
import type { KnownFailure } from '../../../engine/evidence/certificate.ts';
import { gateOf } from '../../../engine/reports/gate.ts';
import { checkResult } from '../../../engine/reports/testing.support.ts';
import { SettingsError } from '../../../engine/run/target.ts';
import { requirements } from '../../../interface/register/index.ts';
import { certify } from '../certificate.ts';
import { outcomes } from '../testing.support.ts';
import { against, type Baseline, readBaseline, writeBaseline } from './baseline.ts';
import { formatGate } from './known.ts';

const folder = mkdtempSync(join(tmpdir(), 'baseline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'baseline.json');

const id = 'refund.exceeds-paid';

/** The certificate of a run on 1 January 2026 in which requirement `id` has this outcome and all others have `others`. */
function certificateWith(outcome: Outcome, baseline: Baseline | null = null, others: Outcome = 'passed') {
  const planned = new Map(requirements.map((each) => [each.id as string, ['suites/a.ts: a']]));
  const results = requirements.map((each) =>
    checkResult({ id: each.id, ...(each.id === id ? { outcome, reason: 'expected\n422' } : { outcome: others }) }),
  );
  return against(baseline, certify(outcomes({ planned, results })));
}

const listed = (change: Partial<Baseline['knownFailures'][number]> = {}): Baseline => ({
  knownFailures: [{ requirement: id, reason: 'ticket 42', outcome: 'failed', ...change }],
});

describe('a listed requirement', () => {
  test.each<
    [known: 'failed' | 'blocked', until: string | undefined, Outcome, KnownFailure['state'], 'open' | 'closed']
  >([
    ['failed', undefined, 'failed', 'holds', 'open'],
    ['failed', undefined, 'blocked', 'not_judged', 'open'],
    ['failed', undefined, 'not_exercised', 'not_judged', 'open'],
    ['failed', undefined, 'passed', 'passes_now', 'closed'],
    ['blocked', undefined, 'blocked', 'holds', 'open'],
    ['blocked', undefined, 'failed', 'worse', 'closed'],
    ['blocked', undefined, 'passed', 'passes_now', 'closed'],
    ['failed', '2026-01-01', 'failed', 'holds', 'open'],
    ['failed', '2025-12-31', 'failed', 'expired', 'closed'],
    ['blocked', '2025-12-31', 'blocked', 'expired', 'closed'],
    ['failed', '2025-12-31', 'not_exercised', 'not_judged', 'open'],
    ['failed', '2025-12-31', 'passed', 'passes_now', 'closed'],
  ])('known as %s until %s, now %s: %s, the gate is %s', (known, until, outcome, state, gate) => {
    const certificate = certificateWith(outcome, listed({ outcome: known, ...(until && { until }) }));
    expect(certificate.baseline?.knownFailures[0]?.state).toBe(state);
    expect(certificate.baseline?.gate).toBe(gate);
    expect(gateOf(certificate).open).toBe(gate === 'open');
    expect(certificate.verdict).toBe(certificateWith(outcome).verdict);
  });

  test('that is excused no longer is named below the verdict, with the reason', () => {
    const lines = (until: string | undefined, outcome: Outcome, known: 'failed' | 'blocked' = 'failed') =>
      formatGate(certificateWith(outcome, listed({ outcome: known, ...(until && { until }) }))).map(
        stripVTControlCharacters,
      );
    const closed = 'GATE CLOSED: 1 failed and not known (1 known failure listed, 0 of them as known)';
    expect(lines('2025-12-31', 'failed')).toEqual([
      closed,
      `! known, but its day is over (2025-12-31): ${id}  ticket 42`,
    ]);
    expect(lines(undefined, 'failed', 'blocked')).toEqual([closed, `! known as blocked only: ${id}  ticket 42`]);
    expect(lines('2026-01-01', 'failed')).toHaveLength(1);
  });

  test('excuses no other, and an empty list nothing', () => {
    expect(certificateWith('failed', listed(), 'failed').baseline?.gate).toBe('closed');
    expect(certificateWith('failed', listed(), 'blocked').baseline?.gate).toBe('closed');
    expect(certificateWith('failed', { knownFailures: [] }).baseline?.gate).toBe('closed');
    expect(certificateWith('passed', { knownFailures: [] }).baseline?.gate).toBe('open');
  });

  test('is judgement enough by itself, unless nothing was learned of it', () => {
    expect(certificateWith('failed', listed(), 'not_exercised').baseline?.gate).toBe('open');
    expect(certificateWith('not_exercised', listed(), 'not_exercised').baseline?.gate).toBe('closed');
  });
});

describe('reading', () => {
  const entry = { requirement: id, reason: 'ticket 42' };
  const read = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readBaseline(file);
  };

  test('takes requirement and reason, and if wished outcome and last day', async () => {
    expect(await read({ knownFailures: [entry] })).toEqual(listed());
    const whole = { ...entry, outcome: 'blocked', until: '2026-01-31' };
    expect(await read({ $comment: 'ours', knownFailures: [whole] })).toEqual({ knownFailures: [whole] });
  });

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /is no JSON: /],
    ['another shape', [], /is no list of known failures: the whole: /],
    [
      'no reason',
      { knownFailures: [{ ...entry, reason: ' ' }] },
      /knownFailures\.0\.reason: needs words that say why$/,
    ],
    ['no day', { knownFailures: [{ ...entry, until: 'may' }] }, /until: is no day such as/],
    ['a key that nobody reads', { knownFailures: [{ ...entry, untill: '2026-01-31' }] }, /untill/],
    [
      'an observation',
      { knownFailures: [{ ...entry, requirement: 'auth.unknown-key' }] },
      /which never fail: auth\.unknown-key$/,
    ],
    ['one twice', { knownFailures: [entry, entry] }, /lists more than once: refund\.exceeds-paid$/],
  ])('refuses %s in one line', async (_, content, line) => {
    const error = await read(content).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as Error).message).toMatch(line);
    expect((error as Error).message).not.toContain('\n');
  });

  test.each([
    ['no file', join(folder, 'none.json'), /none\.json does not exist$/],
    ['a folder', folder, /cannot be read \(EISDIR\)$/],
  ])('refuses %s', async (_, path, line) => {
    await expect(readBaseline(path)).rejects.toThrow(line);
  });
});

describe('writing', () => {
  const written = async (outcome: Outcome, earlier: Baseline | null) => {
    await writeBaseline(file, certificateWith(outcome, earlier));
    return JSON.parse(readFileSync(file, 'utf8')).knownFailures;
  };

  test('lists what failed or was blocked, on one line each', async () => {
    const reason = 'not explained yet: expected 422';
    expect(await written('failed', null)).toEqual([{ requirement: id, reason }]);
    expect(await written('blocked', null)).toEqual([{ requirement: id, reason, outcome: 'blocked' }]);
    expect(await written('passed', null)).toEqual([]);
    expect(await written('not_exercised', null)).toEqual([]);
  });

  test('keeps the words of the earlier one, and what was not judged; takes off what passes', async () => {
    const known = { requirement: id, reason: 'ticket 42' };
    expect(await written('failed', listed({ until: '2026-06-01' }))).toEqual([{ ...known, until: '2026-06-01' }]);
    expect(await written('failed', listed({ until: '2025-06-01' }))).toEqual([known]);
    expect(await written('failed', listed({ outcome: 'blocked' }))).toEqual([known]);
    expect(await written('not_exercised', listed())).toEqual([known]);
    expect(await written('blocked', listed())).toEqual([known]);
    expect(await written('passed', listed())).toEqual([]);
  });

  test.each<Outcome>(['failed', 'blocked'])('gives one that lets the same run through: %s', async (outcome) => {
    await writeBaseline(file, certificateWith(outcome, null));
    expect(certificateWith(outcome, await readBaseline(file)).baseline?.gate).toBe('open');
  });
});
