import type { Outcome } from '../checks/outcome.ts';
import type { Certificate, CertifiedRequirement, KnownFailure } from '../evidence/certificate.ts';

/** The result of a run for a CI gate: exit status 0 if it is open, 1 if it is closed. */
export interface CiGate {
  readonly open: boolean;
  /** Failed, and not excused by the baseline. */
  readonly failed: readonly CertifiedRequirement[];
  /** Blocked, and not excused by the baseline. */
  readonly blocked: readonly CertifiedRequirement[];
  /** Failed or blocked, and excused by the baseline. */
  readonly known: readonly CertifiedRequirement[];
  /** Failed or blocked, and listed until a day that is over. */
  readonly expired: readonly CertifiedRequirement[];
  /** Listed as known failures, but passed: to be removed from the list. */
  readonly passesNow: readonly CertifiedRequirement[];
  /** The baseline's entry for a requirement, if there is one. */
  of(id: string): KnownFailure | undefined;
  /** Why the gate is closed, in words; empty if it is open. */
  readonly why: readonly string[];
}

/**
 * Without a baseline the gate is open if the verdict is `conformant` or `conformant_in_scope`. With one, known failures are excused, and
 * a listed requirement that passes closes the gate.
 */
export function gateOf({
  requirements,
  totals,
  baseline,
}: Pick<Certificate, 'requirements' | 'totals' | 'baseline'>): CiGate {
  const listed = new Map((baseline?.knownFailures ?? []).map((entry) => [entry.requirement, entry]));
  const state = ({ id }: CertifiedRequirement) => listed.get(id)?.state;
  const excused = (each: CertifiedRequirement) => state(each) === 'holds' || state(each) === 'not_judged';
  const failed = requirements.filter((each) => each.outcome === 'failed' && !excused(each));
  const blocked = requirements.filter((each) => each.outcome === 'blocked' && !excused(each));
  const known = requirements.filter(
    (each) => (each.outcome === 'failed' || each.outcome === 'blocked') && excused(each),
  );
  const expired = [...failed, ...blocked].filter((each) => state(each) === 'expired');
  const passesNow = requirements.filter((each) => state(each) === 'passes_now');
  const judged = totals.passed + known.filter(({ outcome }) => outcome === 'failed').length;
  const why = [
    ...(failed.length > 0 ? [`${failed.length} ${baseline === undefined ? 'failed' : 'failed and not known'}`] : []),
    ...(blocked.length > 0 ? [`${blocked.length} blocked`] : []),
    ...(passesNow.length > 0 ? [`${passesNow.length} known to fail, but passing now: to be taken off the list`] : []),
    ...(judged + failed.length + blocked.length === 0 ? ['nothing was judged'] : []),
  ];
  return { open: why.length === 0, failed, blocked, known, expired, passesNow, of: (id) => listed.get(id), why };
}

/** The outcome of a requirement for the gate, for reports that show one word. */
export type GateOutcome = Outcome | 'known' | 'passes_now';

export function gateOutcomeOf(requirement: CertifiedRequirement, gate: CiGate): GateOutcome {
  if (gate.known.includes(requirement)) return 'known';
  return gate.passesNow.includes(requirement) ? 'passes_now' : requirement.outcome;
}
