import type { Certificate, CertifiedRequirement } from '../evidence/certificate.ts';
import type { Finding } from '../harness/exercise.ts';
import type { Outcome } from '../harness/outcome.ts';
import type { Strays } from '../harness/progress.ts';
import type { Gap } from '../journal/index.ts';
import { INTERFACE_VERSION, observations, registerDigest, requirements } from '../requirements/index.ts';
import { capabilities } from '../requirements/types.ts';
import type { Target } from '../target/meet.ts';
import type { Selection } from './selection.ts';
import { count, verdictOf, worse } from './verdict.ts';

/** What a run leaves for its certificate. */
export interface Outcomes {
  readonly target: Target;
  readonly selection: Selection;
  readonly seed: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly version: string;
  /** Address of the interface document, where the user has told it. */
  readonly interfaceUrl: string | null;
  readonly requests: number;
  readonly strays: Strays;
  readonly clock: NonNullable<Certificate['clock']> | null;
  readonly lostAnswers: number;
  readonly findings: readonly Finding[];
  /** The checks that exist, by id: a requirement none of whose checks told anything is a fault of the suite. */
  readonly planned: ReadonlyMap<string, readonly string[]>;
  /** What went wrong in the suites themselves: a file that could not be imported, a worker that died. */
  readonly faults: readonly string[];
  readonly interrupted: boolean;
  /** When nobody listened, because the run was interrupted and gone on with later. */
  readonly gaps?: readonly Gap[];
}

/** Makes the certificate from the register: whatever became of the tests, every requirement is in it. */
export function certify(outcomes: Outcomes): Certificate {
  const { target, selection, findings } = outcomes;
  const byId = Map.groupBy(findings, ({ id }) => id as string);
  const certified = requirements.map((entry): CertifiedRequirement => {
    const { id, chapter, statement, source } = entry;
    const tests = outcomes.planned.get(id) ?? [];
    return { id, chapter, statement, source, ...judge(id, byId.get(id) ?? [], tests, outcomes), tests };
  });
  const totals = count(certified.map(({ outcome }) => outcome));
  return {
    verdict: verdictOf(totals),
    interfaceVersion: INTERFACE_VERSION,
    ...(outcomes.interfaceUrl === null ? {} : { interfaceUrl: outcomes.interfaceUrl }),
    target: { baseUrl: target.baseUrl, ...(target.liveBaseUrl === null ? {} : { liveBaseUrl: target.liveBaseUrl }) },
    suite: { version: outcomes.version, registerDigest },
    selection: selection.words,
    capabilities: capabilitiesOf(target),
    startedAt: new Date(outcomes.startedAt).toISOString(),
    finishedAt: new Date(outcomes.finishedAt).toISOString(),
    requests: outcomes.requests,
    strays: outcomes.strays,
    lostAnswers: outcomes.lostAnswers,
    clock: outcomes.clock,
    seed: outcomes.seed,
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
      observed: observed(id, byId.get(id) ?? [], outcomes),
    })),
  };
}

interface Judgement {
  readonly outcome: Outcome;
  readonly reason?: string;
}

function judge(id: string, findings: readonly Finding[], tests: readonly string[], outcomes: Outcomes): Judgement {
  if (!outcomes.selection.ids.has(id)) return { outcome: 'not_exercised', reason: 'not selected' };
  const outcome = findings.reduce<Outcome>((worst, finding) => worse(worst, finding.outcome), 'passed');
  const reasons = new Set(
    findings.filter((finding) => finding.outcome === outcome).flatMap(({ reason }) => reason ?? []),
  );
  if (outcome === 'failed') return { outcome, reason: [...reasons].join(' | ') };
  // A check that never told what became of it: it may have been the one to fail.
  if (findings.length < tests.length || tests.length === 0) {
    if (outcomes.interrupted) return { outcome: 'not_exercised', reason: 'interrupted' };
    const lost = outcomes.faults.find((fault) =>
      tests.some((test) => fault.startsWith(`${test.split(',')[0]} could not`)),
    );
    const fault = lost ?? outcomes.faults[0] ?? (tests.length === 0 ? 'no check exists' : 'a check never ended');
    return { outcome: 'blocked', reason: `suite fault: ${fault}` };
  }
  return outcome === 'passed' ? { outcome } : { outcome, reason: [...reasons].join(' | ') };
}

function observed(id: string, findings: readonly Finding[], outcomes: Outcomes): string {
  const seen = findings.flatMap((finding) => finding.observed ?? []);
  if (seen.length > 0) return [...new Set(seen)].join(' | ');
  if (!outcomes.selection.ids.has(id)) return 'not looked at: not selected';
  const reason = findings.flatMap((finding) => finding.reason ?? [])[0];
  return `not seen: ${reason ?? (outcomes.interrupted ? 'interrupted' : (outcomes.faults[0] ?? 'no look exists'))}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function capabilitiesOf(target: Target): string[] {
  const there = Object.keys(capabilities).filter((capability) => !(capability in target.missing));
  return [...(target.clock ? ['clock'] : []), ...there];
}
