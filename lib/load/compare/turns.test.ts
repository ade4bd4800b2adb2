import { describe, expect, test } from 'vitest';
import type { Outcome } from '../types.ts';
import type { Recorded } from './compare.ts';
import { simulateRun } from './simulate.ts';
import { compareTurns } from './turns.ts';

/** One run of a target for each factor in `times`, by which its latencies are multiplied. */
function turns(first: number, times: readonly number[], outcomes: readonly Outcome[] = []): Recorded[] {
  return times.map((slower, turn) => ({
    script: 'steady',
    verdict: 'passed',
    plan: '50 arrivals a second over 32 keys for 40 s',
    rate: { askedPerSecond: 50 },
    findings: [
      { id: 'rate', outcome: 'passed', detail: '' },
      { id: 'kept', outcome: outcomes[turn] ?? 'passed', detail: '' },
    ],
    samples: simulateRun({ seed: first + turn, rate: 50, seconds: 40, times: slower }),
  }));
}

const change = (a: readonly Recorded[], b: readonly Recorded[]) => compareTurns(a, b, { tolerance: 0.05 });

describe('two targets in turns', () => {
  test('the same service is the same, and one that is slower in each turn is worse', () => {
    expect(change(turns(1, [1, 1]), turns(11, [1, 1])).change).toBe('same');
    expect(change(turns(1, [1, 1]), turns(11, [1.2, 1.2])).change).toBe('worse');
    expect(change(turns(1, [1.2, 1.2]), turns(11, [1, 1])).change).toBe('better');
  });

  test('what slowed both in one of the turns changes nothing', () => {
    expect(change(turns(1, [1, 2]), turns(11, [1, 2])).change).toBe('same');
  });

  test('what met one of them in one turn alone, however much, is none of its own', () => {
    const compared = change(turns(1, [1, 1.05]), turns(11, [2, 1]));
    expect(compared.change).toBe('same');
    const [median] = compared.rows;
    expect(median?.ratio.value).toBeGreaterThan(1.2);
  });

  test('a finding is as bad as in the worst turn', () => {
    expect(change(turns(1, [1, 1]), turns(11, [1, 1], ['passed', 'failed'])).findings).toMatchObject([
      { id: 'kept', a: 'passed', b: 'failed', worse: true },
    ]);
  });

  test('a turn without answers is not compared', () => {
    const [first] = turns(11, [1]);
    if (first === undefined) throw new Error('no run');
    const none = { ...first, findings: [{ id: 'rate', outcome: 'inconclusive' as const, detail: '' }], samples: [] };
    expect(change(turns(1, [1, 1]), [first, none]).change).toBe('not comparable');
  });
});
