import type { CheckResult } from '../checks/check-result.ts';
import { type Predicate, pointsSomewhere } from '../predicates/index.ts';

/** One line of `checks.ndjson`: what a check claims, and the predicates from which anybody can tell whether it is so. */
export interface CheckEvidence {
  /** Also the page of its exchanges in `exchanges.har`. */
  readonly id: string;
  readonly kind: CheckResult['kind'];
  /** Of the requirement or observation. */
  readonly about: string;
  readonly title: string;
  readonly file: string;
  readonly outcome: CheckResult['outcome'];
  readonly spare?: true;
  readonly reason: string | null;
  readonly observed: string | null;
  readonly exchanges: readonly number[];
  readonly deliveries: readonly number[];
  readonly predicates: readonly Predicate[];
}

export function checkEvidence(finding: CheckResult, index: number): CheckEvidence {
  const { kind, id, title, file, outcome, spare, reason, observed, exchangeIds, deliveries, predicates } = finding;
  return {
    id: checkId(index),
    kind,
    about: id,
    title,
    file,
    outcome,
    ...(spare && { spare }),
    reason,
    observed,
    exchanges: [...new Set(exchangeIds)],
    deliveries: [...new Set(deliveries.map(({ seq }) => seq))],
    predicates,
  };
}

/** One line of `steps.ndjson`: what happened in a check, step by step. The Allure report is made of it and of what it points to. */
export interface CheckSteps extends Pick<CheckResult, 'startedAt' | 'endedAt' | 'stepLog' | 'bursts' | 'screenshots'> {
  /** As in `checks.ndjson`. */
  readonly id: string;
  /** Of a check that failed: what `replay.sh` is made of. */
  readonly way?: CheckResult['way'];
  readonly made?: CheckResult['made'];
}

export function checkSteps(
  { startedAt, endedAt, stepLog, bursts, screenshots, outcome, way, made }: CheckResult,
  index: number,
): CheckSteps {
  const steps = { id: checkId(index), startedAt, endedAt, stepLog, bursts, screenshots };
  return outcome === 'failed' ? { ...steps, way, made } : steps;
}

export function checkId(index: number): string {
  return `check-${index + 1}`;
}

/** Expectations whose subject does not point into the evidence: whoever verifies them relies on the value that was recorded. */
export function valuesOnly(checks: Iterable<CheckEvidence>): { check: string; title: string; expectation: string }[] {
  const found = [];
  for (const { about, title, predicates } of checks) {
    for (const { subject, matcher, words } of predicates) {
      if (pointsSomewhere(subject)) continue;
      found.push({ check: about, title, expectation: words === undefined ? matcher : `${words}: ${matcher}` });
    }
  }
  return found;
}
