import type { Totals, Verdict } from '../evidence/certificate.ts';
import type { Outcome } from '../harness/outcome.ts';

const badness: readonly Outcome[] = ['passed', 'not_exercised', 'blocked', 'failed'];

/** Of several checks of one requirement the worst counts. */
export function worse(a: Outcome, b: Outcome): Outcome {
  return badness.indexOf(a) >= badness.indexOf(b) ? a : b;
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
