import type { CheckResult } from '../checks/check-result.ts';
import { type PackedPart, StepPacker } from '../checks/packed-steps.ts';
import { type Predicate, pointsSomewhere } from '../predicates/index.ts';

/** One line of `checks.ndjson`: what a check claims, and the predicates with which anybody can verify the claim. */
export interface CheckEvidence {
  /** Also the id of the check's page in `exchanges.har`. */
  readonly id: string;
  readonly kind: CheckResult['kind'];
  /** The id of the requirement or observation. */
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

/** The step log of a check. The Allure report is made from it and from the records it refers to. */
export interface CheckSteps extends Pick<CheckResult, 'startedAt' | 'endedAt' | 'stepLog' | 'bursts' | 'screenshots'> {
  /** As in `checks.ndjson`. */
  readonly id: string;
  /** Only of a failed check: the input of `replay.sh`. */
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

/** One line of `steps.ndjson`. */
export type PackedSteps = Omit<CheckSteps, 'stepLog'> & { readonly stepLog: readonly PackedPart[] };

export function* packedSteps(checks: Iterable<CheckSteps>): Generator<PackedSteps> {
  const packer = new StepPacker();
  for (const check of checks) yield { ...check, stepLog: packer.pack(check.stepLog) };
}

export function checkId(index: number): string {
  return `check-${index + 1}`;
}

/** The predicates whose subject does not point into the evidence: a verifier has to rely on the recorded value. */
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
