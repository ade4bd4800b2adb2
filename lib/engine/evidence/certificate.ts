import type { Outcome } from '../checks/outcome.ts';
import type { Strays } from '../checks/progress.ts';
import type { Depth } from '../checks/suites.ts';
import type { HarnessDelays } from '../run/slowness.ts';

/** What `certificate.json` holds. Others read it: fields are added, never renamed. */
export type Verdict = 'conformant' | 'conformant_in_scope' | 'inconclusive' | 'nonconformant';

export const meanings: Readonly<Record<Verdict, string>> = {
  conformant: 'every requirement passed',
  conformant_in_scope: 'all that was exercised passed; some was not exercised or not selected',
  inconclusive: 'none failed, but some could not be judged, or nothing passed',
  nonconformant: 'at least one requirement failed',
};

/** A chapter as a heading: "Rate limit" for `rate-limit`. */
export function chapterTitle(chapter: string): string {
  return chapter.charAt(0).toUpperCase() + chapter.slice(1).replaceAll('-', ' ');
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly blocked: number;
  readonly notExercised: number;
}

/** How many of the suites' checks the run was to make: see `Depth`. */
export interface Cases {
  readonly depth: Depth;
  readonly made: number;
  readonly of: number;
}

export type Severity = 'blocker' | 'critical' | 'normal' | 'minor';

/** How bad it is for a merchant when a requirement is broken, and why. */
export interface Rating {
  readonly severity: Severity;
  readonly because: string;
}

/** The chapters of these entries, in their order. */
export function chaptersOf(entries: readonly { readonly chapter: string }[]): string[] {
  return [...new Set(entries.map(({ chapter }) => chapter))];
}

export interface CertifiedRequirement {
  readonly id: string;
  readonly chapter: string;
  readonly statement: string;
  readonly source: string;
  readonly outcome: Outcome;
  /** Why it did not pass: `reasons` in one text. */
  readonly reason?: string;
  /** Each reason that a check of it gave, once. */
  readonly reasons?: readonly string[];
  /** The checks that were meant to be made, each as a sentence. */
  readonly tests: readonly string[];
  readonly rating?: Rating;
}

/** Whether the run was asked for it: what was not is in the certificate, and in no list of test cases. */
export function isSelected({ reason }: Pick<CertifiedRequirement, 'reason'>): boolean {
  return reason !== 'not selected';
}

/** How many have which outcome, for people: what the run was not asked for is a number of its own. */
export function inNumbers({ totals, requirements }: Pick<Certificate, 'totals' | 'requirements'>): string {
  const { passed, failed, blocked, notExercised } = totals;
  const unasked = requirements.filter((each) => !isSelected(each)).length;
  const rest = unasked > 0 ? `, ${unasked} not selected` : '';
  return `${passed} passed, ${failed} failed, ${blocked} blocked, ${notExercised - unasked} not exercised${rest}`;
}

export interface CertifiedObservation {
  readonly id: string;
  readonly chapter: string;
  readonly question: string;
  readonly source: string;
  /** What was seen, or why nothing was. */
  readonly observed: string;
  /** Whether anything was. */
  readonly seen: boolean;
}

/** A failure that was known before the run, and how it stands after it. */
export interface KnownFailure {
  readonly requirement: string;
  /** Why it is known, in the words of whoever put it on the list. */
  readonly reason: string;
  /** What it is known as; a block is known where a step that leads to the check does not work yet. */
  readonly outcome: 'failed' | 'blocked';
  /** The last day (UTC, 2026-01-31) on which it counts as known. */
  readonly until?: string;
  /**
   * `holds`: it is as bad as known. `not_judged`: nothing was learned of it. The others close the gate: `passes_now` (to be taken
   * off the list), `expired` (its last day is over), `worse` (known as blocked, and it failed).
   */
  readonly state: 'holds' | 'not_judged' | 'passes_now' | 'expired' | 'worse';
}

/** Why requirements failed or were blocked: one story for all that have the same. */
export interface Cause {
  /** "POST /v1/things is always answered 500 internal" */
  readonly words: string;
  /** The endpoint that never worked; null where it is something else. */
  readonly endpoint: string | null;
  /** The requirement to look at first. */
  readonly start: string;
  /** Ids of requirements. */
  readonly failed: readonly string[];
  readonly blocked: readonly string[];
}

export interface Certificate {
  readonly verdict: Verdict;
  readonly interfaceVersion: string;
  /** Where the document can be read, where the user has told it. */
  readonly interfaceUrl?: string;
  readonly target: { readonly baseUrl: string; readonly liveBaseUrl?: string };
  /** Rows of the tables of cases may be drawn by the seed; `tests` of each requirement names them. */
  readonly cases: Cases;
  readonly suite: { readonly version: string; readonly registerDigest: string };
  /** What was asked for; null: everything. */
  readonly selection: {
    readonly chapters?: readonly string[];
    readonly requirements?: readonly string[];
    readonly profile?: string;
    readonly exhaustive?: true;
  } | null;
  /** What the target could be asked to do, beyond plain HTTP. */
  readonly capabilities: readonly string[];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly requests: number;
  /** What came to the capture server and was not the target's, or not for the first time. */
  readonly strays?: Strays;
  /** Requests whose answer was lost on the way; they were sent again where that does no harm. */
  readonly lostAnswers?: number;
  /** How late the machine that made the run was, at the worst. */
  readonly harness?: HarnessDelays;
  readonly seed: number;
  /** The target's clock against this machine's, in milliseconds, beyond what it was advanced; positive where it is ahead. Null or missing where nobody measured it. */
  readonly clock?: { readonly skewMs: number; readonly uncertaintyMs: number } | null;
  /** How the run looked to the target: all of it follows from the secret, which the target could not know. */
  readonly appearance?: {
    readonly incognito: boolean;
    readonly secret: string;
    /** Asked for, in place of the one that is drawn. */
    readonly userAgent?: string;
    /** What can be known of whether the target recognised the suite, in one sentence. */
    readonly recognition: string;
  };
  /** The run was ended before its time. */
  readonly interrupted: boolean;
  /** When nobody listened: between the end of one process and the next that went on with the run. */
  readonly gaps?: readonly { readonly from: string; readonly to: string }[];
  readonly totals: Totals;
  readonly requirements: readonly CertifiedRequirement[];
  readonly observations: readonly CertifiedObservation[];
  /** What failed or was blocked, by its cause, worst first. */
  readonly causes?: readonly Cause[];
  /** The list of known failures that the run was given, if it was. It decides the exit status, never the verdict. */
  readonly baseline?: { readonly gate: 'open' | 'closed'; readonly knownFailures: readonly KnownFailure[] };
}
