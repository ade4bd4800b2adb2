import type { Outcome } from '../checks/outcome.ts';
import type { Strays } from '../checks/progress.ts';
import type { Depth } from '../checks/suites.ts';
import type { HarnessDelays } from '../run/slowness.ts';

/** The content of `certificate.json`. Other programs read it: fields may be added, but never renamed. */
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

/** How many of the suites' checks the run was planned to make: see `Depth`. */
export interface Cases {
  readonly depth: Depth;
  readonly made: number;
  readonly of: number;
}

export type Severity = 'blocker' | 'critical' | 'normal' | 'minor';

/** How severe a broken requirement is for a merchant, and why. */
export interface Rating {
  readonly severity: Severity;
  readonly because: string;
}

/** The chapters of these entries, each once, in order of appearance. */
export function chaptersOf(entries: readonly { readonly chapter: string }[]): string[] {
  return [...new Set(entries.map(({ chapter }) => chapter))];
}

export interface CertifiedRequirement {
  readonly id: string;
  readonly chapter: string;
  readonly statement: string;
  readonly source: string;
  readonly outcome: Outcome;
  /** Why the requirement did not pass: `reasons` joined into one text. */
  readonly reason?: string;
  /** The distinct reasons that its checks gave. */
  readonly reasons?: readonly string[];
  /** The planned checks, each as a sentence. */
  readonly tests: readonly string[];
  readonly rating?: Rating;
}

/** Whether the run selected this requirement. Requirements that were not selected are in the certificate, but in no list of test cases. */
export function isSelected({ reason }: { readonly reason?: string | null | undefined }): boolean {
  return reason !== 'not selected';
}

/** The number of requirements with each outcome, as text for people; those that were not selected are counted separately. */
export function inNumbers({ totals, requirements }: Pick<Certificate, 'totals' | 'requirements'>): string {
  const { passed, failed, blocked, notExercised } = totals;
  const unasked = requirements.filter((each) => !isSelected(each)).length;
  const rest = unasked > 0 ? `, ${unasked} not selected` : '';
  return `${passed} passed, ${failed} failed, ${blocked} blocked, ${notExercised - unasked} not exercised${rest}`;
}

/** Says how many of the checks of the selection the run was to make, and why not all; null if all. */
export function casesInWords({ cases: { depth, made, of } }: Pick<Certificate, 'cases'>): string | null {
  if (depth === 'all' || made === of) return null;
  const number = `${made.toLocaleString('en')} of ${of.toLocaleString('en')} checks were chosen:`;
  return depth === 'first'
    ? `${number} the first of each requirement`
    : `${number} the first of each requirement, and others that the seed drew, as they share one merchant and its rate limit; --exhaustive makes all`;
}

export interface CertifiedObservation {
  readonly id: string;
  readonly chapter: string;
  readonly question: string;
  readonly source: string;
  /** What was observed, or why nothing was. */
  readonly observed: string;
  /** Whether anything was observed. */
  readonly seen: boolean;
}

/** A failure that was known before the run, and its state after the run. */
export interface KnownFailure {
  readonly requirement: string;
  /** Why it is known, quoted from the list of known failures. */
  readonly reason: string;
  /** The known outcome; `blocked` if an earlier step of the check does not work yet. */
  readonly outcome: 'failed' | 'blocked';
  /** The last day (UTC, as 2026-01-31) on which it counts as known. */
  readonly until?: string;
  /**
   * `holds`: the outcome is as known. `not_judged`: the run gave no result for it. The other states close the gate: `passes_now` (to be
   * removed from the list), `expired` (its last day is over), `worse` (known as blocked, but it failed).
   */
  readonly state: 'holds' | 'not_judged' | 'passes_now' | 'expired' | 'worse';
}

/** One cause shared by requirements that failed or were blocked. */
export interface Cause {
  /** For example "POST /v1/things is always answered 500 internal". */
  readonly words: string;
  /** The endpoint that never worked; null if the cause is something else. */
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
  /** The URL of the interface document, if the user gave one. */
  readonly interfaceUrl?: string;
  readonly target: { readonly baseUrl: string; readonly liveBaseUrl?: string };
  /** A seed may select which rows of the tables of cases are run; `tests` of each requirement lists the selected ones. */
  readonly cases: Cases;
  readonly suite: { readonly version: string; readonly registerDigest: string };
  /** What the user selected; null: everything. */
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
  /** Numbers of requests and connections to the capture server other than new, correctly signed webhooks of this run. */
  readonly strays?: Strays;
  /** The number of requests whose answer was lost; they were sent again if that is safe. */
  readonly lostAnswers?: number;
  /** The longest delays on the machine that made the run. */
  readonly harness?: HarnessDelays;
  readonly seed: number;
  /**
   * How far the target's clock is ahead of this machine's, in milliseconds, not counting the time by which it was advanced; negative if it
   * is behind. Null or missing: not measured.
   */
  readonly clock?: { readonly skewMs: number; readonly uncertaintyMs: number } | null;
  /** How the run looked to the target: all of it is derived from the secret, which the target could not know. */
  readonly appearance?: {
    readonly incognito: boolean;
    readonly secret: string;
    /** Chosen by the user, in place of the generated one. */
    readonly userAgent?: string;
    /** One sentence on whether the target can have recognised the suite. */
    readonly recognition: string;
  };
  /** The run was ended early. */
  readonly interrupted: boolean;
  /** Times without a running process: from the end of one process to the start of the next one that resumed the run. */
  readonly gaps?: readonly { readonly from: string; readonly to: string }[];
  readonly totals: Totals;
  readonly requirements: readonly CertifiedRequirement[];
  readonly observations: readonly CertifiedObservation[];
  /** The causes of failed and blocked requirements, worst first. */
  readonly causes?: readonly Cause[];
  /** The list of known failures, if the run was given one. It decides the exit status, never the verdict. */
  readonly baseline?: { readonly gate: 'open' | 'closed'; readonly knownFailures: readonly KnownFailure[] };
}
