import { describe, expect, test } from 'vitest';
import type { Verdict } from '../evidence/certificate.ts';
import type { Outcome } from '../harness/outcome.ts';
import { count, exitStatus, verdictOf, worse } from './verdict.ts';

describe('the verdict', () => {
  test.each<[passed: number, failed: number, blocked: number, notExercised: number, verdict: Verdict, status: 0 | 1]>([
    [5, 0, 0, 0, 'conformant', 0],
    [5, 0, 0, 1, 'conformant_in_scope', 0],
    [1, 0, 0, 99, 'conformant_in_scope', 0],
    [5, 0, 1, 0, 'inconclusive', 1],
    [5, 0, 1, 5, 'inconclusive', 1],
    [0, 0, 0, 5, 'inconclusive', 1],
    [0, 0, 5, 0, 'inconclusive', 1],
    [0, 0, 0, 0, 'inconclusive', 1],
    [5, 1, 0, 0, 'nonconformant', 1],
    [5, 1, 5, 5, 'nonconformant', 1],
    [0, 1, 0, 0, 'nonconformant', 1],
  ])(
    '%d passed, %d failed, %d blocked, %d not exercised: %s, exit status %d',
    (passed, failed, blocked, notExercised, verdict, status) => {
      expect(verdictOf({ passed, failed, blocked, notExercised })).toBe(verdict);
      expect(exitStatus(verdict)).toBe(status);
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
