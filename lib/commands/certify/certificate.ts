import type { CheckResult } from '../../engine/checks/check-result.ts';
import type { Strays } from '../../engine/checks/progress.ts';
import type { Depth } from '../../engine/checks/suites.ts';
import type { Gap } from '../../engine/durable/store/index.ts';
import { certified as toldOf } from '../../engine/evidence/appearance.ts';
import type { Certificate, CertifiedObservation, CertifiedRequirement } from '../../engine/evidence/certificate.ts';
import { count, verdictOf, worst } from '../../engine/evidence/verdict.ts';
import { causesOf } from '../../engine/reports/causes.ts';
import type { Appearance } from '../../engine/run/disguise/appearance.ts';
import type { HarnessDelays } from '../../engine/run/slowness.ts';
import { endpoints } from '../../interface/openapi/operations.ts';
import {
  INTERFACE_VERSION,
  observations,
  ratingOf,
  registerDigest,
  requirements,
} from '../../interface/register/index.ts';
import { capabilities } from '../../interface/register/types.ts';
import type { Selection } from '../../interface/selection.ts';
import type { Target } from '../../interface/target/probe-target.ts';

/** The results of a run from which its certificate is made. */
export interface Outcomes {
  readonly target: Target;
  readonly selection: Selection;
  readonly seed: number;
  readonly startedAt: number;
  readonly appearance?: Appearance;
  readonly finishedAt: number;
  readonly version: string;
  /** Address of the interface document, if the user has given it. */
  readonly interfaceUrl: string | null;
  readonly requests: number;
  readonly strays: Strays;
  readonly clock: NonNullable<Certificate['clock']> | null;
  readonly lostAnswers: number;
  readonly harness?: HarnessDelays | undefined;
  readonly results: readonly CheckResult[];
  /** The planned checks by id. A requirement whose checks have no result is a fault of the suite. */
  readonly planned: ReadonlyMap<string, readonly string[]>;
  readonly depth: Depth;
  /** All checks that exist, selected by the draw or not. */
  readonly cases: ReadonlyMap<string, readonly string[]>;
  /** Faults of the suites themselves: a file that could not be imported, a worker that died. */
  readonly faults: readonly string[];
  readonly interrupted: boolean;
  /** When no harness was listening, because the run was interrupted and resumed later. */
  readonly gaps?: readonly Gap[];
}

/** Makes the certificate from the register: every requirement is in it, whatever happened to its checks. */
export function certify(outcomes: Outcomes): Certificate {
  const { target, selection, results } = outcomes;
  const byId = Map.groupBy(results, ({ id }) => id as string);
  const certified = requirements.map((entry): CertifiedRequirement => {
    const { id, chapter, statement, source } = entry;
    const tests = outcomes.planned.get(id) ?? [];
    return {
      id,
      chapter,
      statement,
      source,
      ...judge(id, byId.get(id) ?? [], tests, outcomes),
      tests,
      rating: ratingOf(entry),
    };
  });
  const totals = count(certified.map(({ outcome }) => outcome));
  return {
    verdict: verdictOf(totals),
    interfaceVersion: INTERFACE_VERSION,
    ...(outcomes.interfaceUrl === null ? {} : { interfaceUrl: outcomes.interfaceUrl }),
    target: addressesOf(target),
    suite: { version: outcomes.version, registerDigest },
    selection: selection.words,
    cases: {
      depth: outcomes.depth,
      made: numberOf(outcomes.planned, selection),
      of: numberOf(outcomes.cases, selection),
    },
    capabilities: capabilitiesOf(target),
    startedAt: new Date(outcomes.startedAt).toISOString(),
    finishedAt: new Date(outcomes.finishedAt).toISOString(),
    requests: outcomes.requests,
    strays: outcomes.strays,
    lostAnswers: outcomes.lostAnswers,
    ...(outcomes.harness === undefined ? {} : { harness: outcomes.harness }),
    clock: outcomes.clock,
    seed: outcomes.seed,
    ...(outcomes.appearance !== undefined && { appearance: toldOf(outcomes.appearance) }),
    interrupted: outcomes.interrupted,
    ...(outcomes.gaps !== undefined &&
      outcomes.gaps.length > 0 && { gaps: outcomes.gaps.map(({ from, to }) => ({ from: iso(from), to: iso(to) })) }),
    totals,
    requirements: certified,
    observations: observations.map(({ id, chapter, question, source }) => ({
      id,
      chapter,
      question,
      source,
      ...observed(id, byId.get(id) ?? [], outcomes),
    })),
    causes: causesOf(certified, results, endpoints),
  };
}

export function addressesOf({ baseUrl, liveBaseUrl }: Pick<Target, 'baseUrl' | 'liveBaseUrl'>): Certificate['target'] {
  return { baseUrl, ...(liveBaseUrl === null ? {} : { liveBaseUrl }) };
}

type Judgement = Pick<CertifiedRequirement, 'outcome' | 'reason' | 'reasons'>;

function judge(id: string, results: readonly CheckResult[], tests: readonly string[], outcomes: Outcomes): Judgement {
  if (!outcomes.selection.ids.has(id)) return { outcome: 'not_exercised', reason: 'not selected' };
  const outcome = worst(results);
  const ofOutcome = results.filter((result) => result.outcome === outcome);
  const reasons = [...new Set(ofOutcome.flatMap(({ reason }) => reason ?? []))];
  const explained = { outcome, reason: reasons.join(' | '), reasons };
  if (outcome === 'failed') return explained;
  // A check without a result: it may have been the one to fail.
  if (results.length < tests.length || tests.length === 0) {
    if (outcomes.interrupted) return { outcome: 'not_exercised', reason: 'interrupted' };
    const lost = outcomes.faults.find((fault) =>
      tests.some((test) => fault.startsWith(`${test.split(',')[0]} could not`)),
    );
    const fault = lost ?? outcomes.faults[0] ?? (tests.length === 0 ? 'no check exists' : 'a check never ended');
    return { outcome: 'blocked', reason: `suite fault: ${fault}` };
  }
  return outcome === 'passed' ? { outcome } : explained;
}

function observed(
  id: string,
  results: readonly CheckResult[],
  outcomes: Outcomes,
): Pick<CertifiedObservation, 'observed' | 'seen'> {
  const seen = results.flatMap((result) => result.observed ?? []);
  if (seen.length > 0) return { observed: [...new Set(seen)].join(' | '), seen: true };
  if (!outcomes.selection.ids.has(id)) return { observed: 'not looked at: not selected', seen: false };
  const reason = results.flatMap((result) => result.reason ?? [])[0];
  const why = reason ?? (outcomes.interrupted ? 'interrupted' : (outcomes.faults[0] ?? 'no look exists'));
  return { observed: `not seen: ${why}`, seen: false };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function capabilitiesOf(target: Target): string[] {
  return Object.keys(capabilities).filter((capability) =>
    capability === 'clock' ? target.clock : !(capability in target.missing),
  );
}

/** How many of these checks are selected. */
function numberOf(checks: ReadonlyMap<string, readonly string[]>, { ids }: Selection): number {
  return [...checks].reduce((sum, [id, sentences]) => sum + (ids.has(id) ? sentences.length : 0), 0);
}
