import type { Outcome } from '../checks/outcome.ts';
import type { Totals, Verdict } from './certificate.ts';

const badness: readonly Outcome[] = ['passed', 'not_exercised', 'blocked', 'failed'];

/** The worse of two outcomes: the worst outcome of several checks of a requirement counts. */
export function worse(a: Outcome, b: Outcome): Outcome {
  return badness.indexOf(a) >= badness.indexOf(b) ? a : b;
}

/** Why a check was not exercised that ended without an expectation: nothing that it looks at came about. */
export const NOTHING_TO_EXPECT = 'nothing came about that the check could expect something of';

interface Judged {
  readonly outcome: Outcome;
  readonly spare?: true | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * The outcome of a requirement from all of its checks. A table row (`spare`) that was not exercised, and a check with nothing to expect, are
 * ignored if other checks were exercised: some of what a target cannot do is found out only during a check, and a payment that settles at
 * once is never seen pending.
 */
export function worst(checks: readonly Judged[]): Outcome {
  const telling = checks.filter(
    ({ outcome, spare, reason }) => outcome !== 'not_exercised' || (spare !== true && reason !== NOTHING_TO_EXPECT),
  );
  return (telling.length > 0 ? telling : checks).reduce<Outcome>(
    (soFar, { outcome }) => worse(soFar, outcome),
    'passed',
  );
}

export function count(outcomes: readonly Outcome[]): Totals {
  const of = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  return { passed: of('passed'), failed: of('failed'), blocked: of('blocked'), notExercised: of('not_exercised') };
}

export function verdictOf({ passed, failed, blocked, notExercised }: Totals): Verdict {
  if (failed > 0) return 'nonconformant';
  if (blocked > 0 || passed === 0) return 'inconclusive';
  return notExercised > 0 ? 'conformant_in_scope' : 'conformant';
}
