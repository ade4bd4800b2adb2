import { createContext, Script } from 'node:vm';
import type { Outcome } from '../../checks/outcome.ts';
import {
  type Evaluation,
  type EvidenceSource,
  evaluate,
  Missing,
  type Predicate,
  type Term,
} from '../../predicates/index.ts';
import type { CertifiedRequirement, Totals, Verdict } from '../certificate.ts';
import type { CheckEvidence } from '../checks.ts';
import { counted } from '../counted.ts';
import { count, verdictOf, worst } from '../verdict.ts';

import type { Evidence } from './read.ts';

/** The results of evaluating the predicates, independent of the outcomes that the run recorded. */
export interface Evaluated {
  readonly predicates: { readonly holding: number; readonly failing: number; readonly unverifiable: number };
  /** The reasons why predicates could not be evaluated, with the number of predicates for each. */
  readonly unverifiable: ReadonlyMap<string, number>;
  readonly checks: readonly EvaluatedCheck[];
  readonly contradictions: readonly string[];
}

export interface EvaluatedCheck {
  readonly check: CheckEvidence;
  readonly outcome: Outcome;
  /** The first predicate that does not hold, in words. */
  readonly why: string | null;
}

export function evaluateChecks(checks: readonly CheckEvidence[], source: EvidenceSource): Evaluated {
  const predicates = { holding: 0, failing: 0, unverifiable: 0 };
  const unverifiable = new Map<string, number>();
  const contradictions: string[] = [];
  const results = evaluations(
    checks.flatMap((check) => check.predicates),
    source,
  ).values();
  const evaluated = checks.map((check): EvaluatedCheck => {
    const name = `${check.about}: ${check.title}`;
    const before = contradictions.length;
    let why: string | null = null;
    for (const predicate of check.predicates) {
      const result = results.next().value ?? { holds: false, why: 'it was not evaluated' };
      if (result.holds === null) {
        predicates.unverifiable++;
        unverifiable.set(result.why, (unverifiable.get(result.why) ?? 0) + 1);
        // For a predicate that cannot be evaluated again, the recorded result counts.
        if (!predicate.held) why ??= `not verifiable: ${result.why}`;
      } else if (result.holds) {
        predicates.holding++;
        if (!predicate.held) contradictions.push(`${name}: recorded as false, but holds: ${predicate.matcher}`);
      } else {
        predicates.failing++;
        why ??= result.why;
        if (predicate.held) {
          contradictions.push(`${name}: recorded as true, but does not hold: ${result.why}${where(predicate.subject)}`);
        }
      }
    }
    const judgement = judged(check, why);
    // If a predicate contradicts the record, the outcome that follows from it is not reported as well.
    if (judgement.contradiction !== null && contradictions.length === before) {
      contradictions.push(`${name}: ${judgement.contradiction}`);
    }
    return { check, outcome: judgement.outcome, why };
  });
  return { predicates, unverifiable, checks: evaluated, contradictions };
}

/**
 * Compares a recorded outcome with the predicates. No predicate can show that a check was blocked or not exercised; that remains a claim.
 */
function judged(
  { kind, outcome, predicates, reason }: CheckEvidence,
  why: string | null,
): { outcome: Outcome; contradiction: string | null } {
  if (why !== null) {
    return {
      outcome: 'failed',
      contradiction: outcome === 'failed' ? null : `recorded as ${outcome}, but failed: ${why}`,
    };
  }
  if (outcome === 'failed') {
    const contradiction = `recorded as failed, but all of its ${predicates.length} predicates hold`;
    return { outcome: 'passed', contradiction };
  }
  if (outcome === 'passed' && kind === 'requirement' && predicates.length === 0)
    return { outcome: 'not_exercised', contradiction: 'recorded as passed, without a predicate' };
  const silent = outcome !== 'passed' && !reason;
  return { outcome, contradiction: silent ? `recorded as ${outcome} without a reason` : null };
}

/** The location in the evidence. */
function where(subject: Term): string {
  if ('exchange' in subject) return ` (exchange ${subject.exchange})`;
  if ('delivery' in subject) return ` (webhook ${subject.delivery})`;
  if ('sighting' in subject) return ` (sighting ${subject.sighting})`;
  return '';
}

/** The result of each predicate, in order. The predicates are untrusted data, so the evaluation time is limited. */
function evaluations(predicates: readonly Predicate[], source: EvidenceSource): Evaluation[] {
  const found: Evaluation[] = [];
  let slow = 0;
  for (let at = 0; at < predicates.length; ) {
    const some = predicates.slice(at, at + AT_ONCE);
    // Limiting the time costs more than evaluating most predicates: they are evaluated in batches, and one by one only if a batch takes too
    // long.
    const together = within(() => some.map((each) => evaluation(each, source)));
    for (const each of together === null ? some : []) {
      const alone = slow >= MOST_SLOW ? null : within(() => evaluation(each, source));
      if (alone === null) slow++;
      found.push(alone ?? { holds: false, why: `to evaluate it takes longer than ${MAX_EVALUATION_MS} ms` });
    }
    found.push(...(together ?? []));
    at += some.length;
  }
  return found;
}

function evaluation(predicate: Predicate, source: EvidenceSource): Evaluation {
  try {
    return evaluate(predicate, source);
  } catch (error) {
    if (error instanceof Missing) return { holds: false, why: error.message };
    throw error;
  }
}

/** Predicates per batch. */
const AT_ONCE = 500;

/**
 * The run evaluated the same predicates quickly: only forged ones take longer, such as a regular expression with catastrophic backtracking.
 */
const MAX_EVALUATION_MS = 2_000;

/** After this number of slow predicates, the remaining predicates of such batches count as not holding without being evaluated. */
const MOST_SLOW = 5;
const bounded = createContext({ work: (): unknown => undefined });
const call = new Script('work()');

/** Null if it takes longer than `MAX_EVALUATION_MS`. */
function within<T>(work: () => T): T | null {
  bounded.work = work;
  try {
    return call.runInContext(bounded, { timeout: MAX_EVALUATION_MS }) as T;
  } catch (error) {
    // The error belongs to the other context, so `instanceof` does not work.
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

/** What the certificate should state. */
export interface Reconciled {
  /** By requirement id. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly totals: Totals;
  readonly verdict: Verdict;
  readonly contradictions: readonly string[];
}

/** `planned`: the checks that the run was to make of each requirement. */
export function reconcile(
  { certificate }: Pick<Evidence, 'certificate'>,
  checks: readonly EvaluatedCheck[],
  planned: ReadonlyMap<string, readonly string[]>,
): Reconciled {
  const contradictions: string[] = [];
  const say = (what: string) => contradictions.push(`certificate.json: ${what}`);
  const byId = Map.groupBy(checks, ({ check }) => check.about);
  const outcomes = new Map<string, Outcome>();
  for (const requirement of certificate.requirements) {
    const { id, outcome, tests } = requirement;
    const own = byId.get(id) ?? [];
    const now = outcomeOf(requirement, own);
    if (now.outcome !== outcome) say(`${id} ${outcome}; the evidence says ${now.outcome}: ${now.why}`);
    const missing = (planned.get(id) ?? []).filter((test) => !tests.includes(test));
    if (outcome === 'passed' && missing.length > 0) say(`${id} leaves out a check: ${missing[0]}`);
    outcomes.set(id, now.outcome);
  }
  for (const { id, observed, seen } of certificate.observations) {
    const recorded = (byId.get(id) ?? []).flatMap(({ check }) => check.observed ?? []);
    const said = [...new Set(recorded)].join(' | ');
    if (recorded.length > 0 && observed !== said) say(`${id} was observed otherwise: ${said}`);
    // Certificates of earlier versions do not have `seen`.
    const is = recorded.length > 0;
    if (seen !== undefined && seen !== is) say(`${id} was ${is ? 'seen' : 'not seen'}, by what its checks recorded`);
  }
  const known = new Set([...certificate.requirements, ...certificate.observations].map(({ id }) => id));
  for (const id of byId.keys()) if (!known.has(id)) say(`${id} is missing, of which there are checks`);
  const totals = count([...outcomes.values()]);
  const verdict = verdictOf(totals);
  for (const [name, value] of Object.entries(totals)) {
    const said = certificate.totals[name as keyof Totals];
    if (said !== value) say(`totals: ${name} ${said}; the evidence says ${value}`);
  }
  if (certificate.verdict !== verdict) say(`verdict ${certificate.verdict}; the evidence says ${verdict}`);
  return { outcomes, totals, verdict, contradictions };
}

function outcomeOf(
  { outcome, tests }: CertifiedRequirement,
  checks: readonly EvaluatedCheck[],
): { outcome: Outcome; why: string } {
  const all = worst(checks.map(({ outcome: of, check: { spare, reason } }) => ({ outcome: of, spare, reason })));
  const of = checks.find((each) => each.outcome === all);
  const why = of?.why ?? of?.check.reason ?? `${checks.length} of ${counted(tests.length, 'check')} passed`;
  if (all === 'failed' || (checks.length >= tests.length && tests.length > 0)) return { outcome: all, why };
  // Not all of its checks were recorded, so it cannot count as passed.
  const claimed = outcome === 'blocked' || outcome === 'not_exercised';
  return {
    outcome: claimed ? outcome : 'blocked',
    why: `${checks.length} of its ${counted(tests.length, 'check')} are recorded`,
  };
}
