import type { Outcome } from '../checks/outcome.ts';
import type { Certificate, CertifiedRequirement, KnownFailure } from '../evidence/certificate.ts';

/** What a run means for a gate: exit status 0 where it is open, 1 where it is closed. */
export interface Gate {
  readonly open: boolean;
  /** Failed, and not excused by the baseline. */
  readonly failed: readonly CertifiedRequirement[];
  /** Blocked, and not excused by the baseline. */
  readonly blocked: readonly CertifiedRequirement[];
  /** Failed or blocked, as the baseline knows it. */
  readonly known: readonly CertifiedRequirement[];
  /** On the list, but it passes: to be taken off. */
  readonly passesNow: readonly CertifiedRequirement[];
  /** What the baseline says of a requirement, if it lists it. */
  of(id: string): KnownFailure | undefined;
  /** Why it is closed, in words; empty where it is open. */
  readonly why: readonly string[];
}

/**
 * Without a baseline the gate is open where the verdict is `conformant` or `conformant_in_scope`; with one, known failures are
 * set aside first, and a listed requirement that passes closes it.
 */
export function gateOf({
  requirements,
  totals,
  baseline,
}: Pick<Certificate, 'requirements' | 'totals' | 'baseline'>): Gate {
  const listed = new Map((baseline?.knownFailures ?? []).map((entry) => [entry.requirement, entry]));
  const state = ({ id }: CertifiedRequirement) => listed.get(id)?.state;
  const excused = (each: CertifiedRequirement) => state(each) === 'holds' || state(each) === 'not_judged';
  const failed = requirements.filter((each) => each.outcome === 'failed' && !excused(each));
  const blocked = requirements.filter((each) => each.outcome === 'blocked' && !excused(each));
  const known = requirements.filter(
    (each) => (each.outcome === 'failed' || each.outcome === 'blocked') && excused(each),
  );
  const passesNow = requirements.filter((each) => state(each) === 'passes_now');
  const judged = totals.passed + known.filter(({ outcome }) => outcome === 'failed').length;
  const why = [
    ...(failed.length > 0 ? [`${failed.length} ${baseline === undefined ? 'failed' : 'failed and not known'}`] : []),
    ...(blocked.length > 0 ? [`${blocked.length} blocked`] : []),
    ...(passesNow.length > 0 ? [`${passesNow.length} known to fail, but passing now: to be taken off the list`] : []),
    ...(judged + failed.length + blocked.length === 0 ? ['nothing was judged'] : []),
  ];
  return { open: why.length === 0, failed, blocked, known, passesNow, of: (id) => listed.get(id), why };
}

/** What a requirement is to a gate, where a report has one word for it. */
export type Standing = Outcome | 'known' | 'passes_now';

export function standingOf(requirement: CertifiedRequirement, gate: Gate): Standing {
  if (gate.known.includes(requirement)) return 'known';
  return gate.passesNow.includes(requirement) ? 'passes_now' : requirement.outcome;
}
