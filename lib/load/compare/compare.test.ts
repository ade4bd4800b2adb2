import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lineOf } from '../testing.support.ts';
import type { Outcome } from '../types.ts';
import { compareScript, type Recorded } from './compare.ts';
import { readRecorded } from './folders.ts';
import { simulateRun } from './simulate.ts';
import { comparisonTable } from './table.ts';

function recorded(seed: number, change: Partial<Recorded> = {}, times = 1): Recorded {
  return {
    script: 'steady',
    verdict: 'passed',
    plan: '50 arrivals a second over 32 keys for 20 s',
    rate: { askedPerSecond: 50 },
    findings: [
      { id: 'rate', outcome: 'passed', detail: '' },
      { id: 'kept', outcome: 'passed', detail: '' },
    ],
    samples: simulateRun({ seed, rate: 50, seconds: 20, times }),
    ...change,
  };
}

const kept = (outcome: Outcome) => ({
  findings: [
    { id: 'rate', outcome: 'passed' as const, detail: '' },
    { id: 'kept', outcome, detail: '3 contradict it' },
  ],
});

describe('B beside A', () => {
  test.for<[string, Recorded, Recorded, string]>([
    ['the same service', recorded(1), recorded(2), 'same'],
    ['twice as slow', recorded(1), recorded(2, {}, 2), 'worse'],
    ['twice as fast', recorded(1, {}, 2), recorded(2), 'better'],
    ['a finding that failed', recorded(1), recorded(2, kept('failed')), 'worse'],
    ['a finding that no longer fails', recorded(1, kept('failed')), recorded(2), 'better'],
    ['a finding that can no longer be judged', recorded(1), recorded(2, kept('inconclusive')), 'same'],
    ['a new finding that failed', recorded(1, { findings: [] }), recorded(2, kept('failed')), 'worse'],
  ])('%s', ([, a, b, change]) => {
    const compared = compareScript(a, b, { tolerance: 0.05 });
    expect(compared.notCompared).toBeNull();
    expect(compared.change).toBe(change);
  });

  test.for<[string, Partial<Recorded>, string]>([
    ['another plan', { plan: '80 arrivals a second' }, 'the plans differ'],
    [
      'a generator that could not keep up',
      { findings: [{ id: 'rate', outcome: 'inconclusive', detail: '' }] },
      'the generator could not keep up in B',
    ],
    ['no requests', { samples: [] }, 'B has no answers'],
    ['bursts', { script: 'idempotency' }, 'it asks what happens at once'],
  ])('%s: latencies are not compared, and it is said why', ([, change, words]) => {
    const compared = compareScript(recorded(1), recorded(2, change, 3), { tolerance: 0.05 });
    expect(compared.notCompared).toContain(words);
    expect(compared.rows).toEqual([]);
    expect(compared.change).toBe(change.script === undefined ? 'not comparable' : 'same');
    expect(comparisonTable(compared)).toContain(words);
  });
});

test('the table names what changed', () => {
  const text = comparisonTable(compareScript(recorded(1), recorded(2, kept('failed'), 2), { tolerance: 0.05 }));
  expect(text).toContain('steady: worse');
  expect(text).toContain('kept: passed → failed; 3 contradict it');
  expect(text).toMatch(/all operations +p50 .* worse/);
});

test('folders of a script, of all scripts, and the one above are found; others are refused in words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'load-compare-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const steady = join(folder, 'load', 'steady');
  await mkdir(steady, { recursive: true });
  const { samples, ...result } = recorded(1);
  await expect(readRecorded(folder)).rejects.toThrow('has no result.json of a load script');
  await writeFile(join(steady, 'result.json'), JSON.stringify(result));
  await writeFile(
    join(steady, 'requests.ndjson'),
    samples.map(({ op, at, ms }) => `${JSON.stringify(lineOf({ op, at: 5_000 + at, ms }))}\n`).join(''),
  );
  for (const each of [folder, join(folder, 'load'), steady])
    expect((await readRecorded(each)).get('steady')).toEqual({ ...result, samples });
  await expect(readRecorded(join(folder, 'none'))).rejects.toThrow('is no folder that can be read (ENOENT)');
  await writeFile(join(steady, 'result.json'), '{}');
  await expect(readRecorded(steady)).rejects.toThrow('is no result of a load script');
});
