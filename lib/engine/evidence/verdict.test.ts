import { describe, expect, test } from 'vitest';
import type { Outcome } from '../checks/outcome.ts';
import { gateOf } from '../reports/gate.ts';
import type { Verdict } from './certificate.ts';
import { count, NOTHING_TO_EXPECT, verdictOf, worse, worst } from './verdict.ts';

const entry = (outcome: Outcome) =>
  ({ id: 'checkout.created', chapter: 'checkouts', statement: '', source: '', outcome, tests: [] }) as const;

describe('a check with nothing to expect', () => {
  const idle = { outcome: 'not_exercised', reason: NOTHING_TO_EXPECT } as const;
  const lacking = { outcome: 'not_exercised', reason: 'no wallets here' } as const;

  test('says nothing where others were exercised', () => {
    expect(worst([idle, { outcome: 'passed' }])).toBe('passed');
    expect(worst([idle, { outcome: 'failed' }])).toBe('failed');
    expect(worst([lacking, { outcome: 'passed' }])).toBe('not_exercised');
  });

  test('alone passes nothing', () => {
    expect(worst([idle, idle])).toBe('not_exercised');
  });
});

describe('the verdict', () => {
  test.each<
    [passed: number, failed: number, blocked: number, notExercised: number, verdict: Verdict, gate: 'open' | 'closed']
  >([
    [5, 0, 0, 0, 'conformant', 'open'],
    [5, 0, 0, 1, 'conformant_in_scope', 'open'],
    [1, 0, 0, 99, 'conformant_in_scope', 'open'],
    [5, 0, 1, 0, 'inconclusive', 'closed'],
    [5, 0, 1, 5, 'inconclusive', 'closed'],
    [0, 0, 0, 5, 'inconclusive', 'closed'],
    [0, 0, 5, 0, 'inconclusive', 'closed'],
    [0, 0, 0, 0, 'inconclusive', 'closed'],
    [5, 1, 0, 0, 'nonconformant', 'closed'],
    [5, 1, 5, 5, 'nonconformant', 'closed'],
    [0, 1, 0, 0, 'nonconformant', 'closed'],
  ])(
    '%d passed, %d failed, %d blocked, %d not exercised: %s, the gate is %s',
    (passed, failed, blocked, notExercised, verdict, gate) => {
      const totals = { passed, failed, blocked, notExercised };
      expect(verdictOf(totals)).toBe(verdict);
      const requirements = [
        ...Array.from({ length: failed }, () => entry('failed')),
        ...Array.from({ length: blocked }, () => entry('blocked')),
      ];
      expect(gateOf({ requirements, totals }).open).toBe(gate === 'open');
    },
  );
});

describe('of several checks the worst counts', () => {
  const fromWorst: readonly Outcome[] = ['failed', 'blocked', 'not_exercised', 'passed'];
  test.each(fromWorst.flatMap((a, i) => fromWorst.map((b, j) => [a, b, i <= j ? a : b] as const)))(
    '%s and %s: %s',
    (a, b, worst) => {
      expect(worse(a, b)).toBe(worst);
    },
  );
});

test('outcomes are counted', () => {
  expect(count(['passed', 'failed', 'passed', 'blocked', 'not_exercised'])).toEqual({
    passed: 2,
    failed: 1,
    blocked: 1,
    notExercised: 1,
  });
});
