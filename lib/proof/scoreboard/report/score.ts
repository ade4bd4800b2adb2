import type { RequirementEntry, RequirementId } from '../../../interface/register/index.ts';
import type { Mutant } from '../../mutants/index.ts';
import type { JobResult, Seen } from '../types.ts';
import type { Exception } from './exceptions.ts';

/** `killed`: the requirement that the mutant breaks failed. A failure of another requirement, or a blocked check, does not count. */
export type Fate = 'killed' | 'survived' | 'breaks nothing' | 'not tried';

const CUT_OFF = 'it took too long and was ended before all checks were made';

export interface ScoredMutant {
  readonly name: string;
  readonly what: string;
  readonly breaks: RequirementId;
  readonly fate: Fate;
  /** The checks that failed at the broken requirement, as "file: title". */
  readonly killedBy: readonly string[];
  /** Why it was not killed. */
  readonly reason: string | null;
  /** Other requirements that failed. */
  readonly collateral: readonly RequirementId[];
  /** The requirement that the terminal output would name under "start here". */
  readonly named: RequirementId | null;
  readonly seconds: number;
}

/** The result of a target that must be clean: the unchanged reference, permitted variants of it, or the second implementation. */
export interface ScoredReading {
  readonly name: string;
  /** Names of the variants applied; empty for another program. */
  readonly applied: readonly string[];
  readonly clean: boolean;
  readonly checks: number;
  readonly problems: readonly string[];
  readonly seconds: number;
}

export interface ScoredRequirement {
  readonly id: RequirementId;
  readonly chapter: string;
  readonly statement: string;
  readonly mutants: readonly ScoredMutant[];
}

export interface Proof {
  readonly ok: boolean;
  /** Why the proof failed; one line each. */
  readonly failures: readonly string[];
  readonly exceptions: readonly Exception[];
  readonly totals: {
    readonly requirements: number;
    readonly proven: number;
    readonly mutants: number;
    readonly killed: number;
    readonly survived: number;
    /** Of the killed mutants, those whose requirement is named first. */
    readonly namedFirst: number;
    readonly medianCollateral: number;
    readonly readings: number;
    readonly clean: number;
  };
  readonly requirements: readonly ScoredRequirement[];
  readonly readings: readonly ScoredReading[];
}

export interface Tried {
  readonly mutants: readonly Mutant[];
  /** By mutant. */
  readonly results: ReadonlyMap<string, JobResult>;
  /** Results of the targets that must be clean. */
  readonly clean: readonly JobResult[];
}

/** The proof for these requirements. `whole`: everything was run, so that a requirement without a mutant is a failure. */
export function score(
  entries: readonly (RequirementEntry & { id: RequirementId })[],
  tried: Tried,
  exceptions: readonly Exception[],
  whole: boolean,
): Proof {
  const scored = tried.mutants.map((mutant) => scoreMutant(mutant, tried.results.get(mutant.name)));
  const requirements = entries
    .map(({ id, chapter, statement }): ScoredRequirement => {
      return { id, chapter, statement, mutants: scored.filter(({ breaks }) => breaks === id) };
    })
    .filter(({ mutants }) => whole || mutants.length > 0);
  const readings = tried.clean.map(scoreReading);
  const failures = [
    ...requirements.flatMap((requirement) => requirementFailure(requirement, exceptions)),
    ...scored.flatMap((mutant) => mutantFailure(mutant, exceptions)),
    ...readings.flatMap(({ name, clean, problems }) => (clean ? [] : `${name} is not clean: ${problems[0]}`)),
    ...(whole ? exceptions.flatMap((exception) => needless(exception, requirements, scored)) : []),
  ];
  const proven = requirements.filter(({ mutants }) => mutants.some(({ fate }) => fate === 'killed'));
  const killed = scored.filter(({ fate }) => fate === 'killed');
  return {
    ok: failures.length === 0,
    failures,
    exceptions,
    totals: {
      requirements: requirements.length,
      proven: proven.length,
      mutants: scored.length,
      killed: killed.length,
      survived: scored.length - killed.length,
      namedFirst: killed.filter(({ named, breaks }) => named === breaks).length,
      medianCollateral: median(scored.map(({ collateral }) => collateral.length)),
      readings: readings.length,
      clean: readings.filter(({ clean }) => clean).length,
    },
    requirements,
    readings,
  };
}

export function scoreMutant({ name, what, breaks }: Mutant, result: JobResult | undefined): ScoredMutant {
  const seen = result?.seen ?? [];
  const own = seen.filter(({ id }) => id === breaks);
  const killers = own.filter(({ outcome }) => outcome === 'failed');
  const failed = seen.filter(({ id, outcome }) => id !== breaks && outcome === 'failed');
  const collateral = [...new Set(failed.map(({ id }) => id))];
  const fate = result === undefined ? 'not tried' : fateOf(result, killers, failed);
  return {
    name,
    what,
    breaks,
    fate,
    killedBy: killers.map(({ file, title }) => `${file}: ${title}`),
    reason: fate === 'killed' ? null : (result?.fault ?? `${result?.cutOff ? `${CUT_OFF}: ` : ''}${whyNot(own)}`),
    collateral,
    named: result?.named ?? null,
    seconds: result?.seconds ?? 0,
  };
}

function fateOf({ fault, cutOff }: JobResult, killers: readonly Seen[], failed: readonly Seen[]): Fate {
  if (fault !== null) return 'not tried';
  if (killers.length > 0) return 'killed';
  if (cutOff) return 'not tried';
  return failed.length > 0 ? 'survived' : 'breaks nothing';
}

function whyNot(own: readonly Seen[]): string {
  if (own.length === 0) return 'no check was run';
  const told = own.map(({ title, outcome, reason }) => `${title}: ${outcome}${reason === null ? '' : ` (${reason})`}`);
  return told.join(' | ');
}

export function scoreReading({ job, seen, contradictions, seconds, cutOff, fault }: JobResult): ScoredReading {
  const bad = seen.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  const problems = bad.map(({ id, title, outcome, reason }) => `${id} ${outcome}: ${title}: ${reason ?? ''}`);
  const unverified = contradictions.map((what) => `verify would not believe ${what}`);
  const all = [...(fault === null ? [] : [fault]), ...problems, ...unverified, ...(cutOff ? [CUT_OFF] : [])];
  const applied = typeof job.target === 'string' ? [] : job.target;
  return { name: job.name, applied, clean: all.length === 0, checks: seen.length, problems: all, seconds };
}

function requirementFailure({ id, mutants }: ScoredRequirement, exceptions: readonly Exception[]): string[] {
  if (mutants.length > 0 || exceptions.some((exception) => exception.about === id)) return [];
  return [`${id} has no mutant`];
}

function mutantFailure({ name, breaks, fate }: ScoredMutant, exceptions: readonly Exception[]): string[] {
  if (fate === 'killed' || exceptions.some((exception) => exception.about === name)) return [];
  return [`${name} ${fate === 'survived' ? 'survived' : fate}: ${breaks} did not fail`];
}

/** An exception that is no longer needed, or that refers to nothing, is a failure. */
function needless(
  { about }: Exception,
  requirements: readonly ScoredRequirement[],
  scored: readonly ScoredMutant[],
): string[] {
  const requirement = requirements.find(({ id }) => id === about);
  if (requirement !== undefined)
    return requirement.mutants.length > 0 ? [`the exception for ${about} is no longer needed: it has a mutant`] : [];
  const mutant = scored.find(({ name }) => name === about);
  if (mutant === undefined) return [`the exception for ${about} is about nothing`];
  return mutant.fate === 'killed' ? [`the exception for ${about} is no longer needed: it is killed`] : [];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
}
