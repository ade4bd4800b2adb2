import type { Outcome } from '../../engine/checks/outcome.ts';
import type { Depth } from '../../engine/checks/suites.ts';
import type { RequirementId } from '../../interface/register/index.ts';

/**
 * What a job asks of the machine. `whole`: it keeps its worker so busy that beside another one it would answer webhooks too late.
 * `pages`: it mostly waits, for its turn at a browser or for a page to be still. `quick`: the rest.
 */
export type JobKind = 'whole' | 'pages' | 'quick';

/** One variation of the reference, and what is run against it. Plain data: it goes to a worker. */
export interface Job {
  readonly kind: JobKind;
  readonly name: string;
  /** Names that the serving program knows, applied together; or the other program that is the target. */
  readonly target: readonly string[] | 'second implementation';
  /** The checks of these run first. */
  readonly first: readonly RequirementId[];
  /** Of `first` one check runs alone, and the others only where it does not fail: what is killed need not be killed again. */
  readonly untilFailed: boolean;
  /** Then these. */
  readonly beside: readonly RequirementId[];
  /** How many checks of each of those beside: the first, those that the seed draws, or all. */
  readonly depth: Depth;
}

/** What became of one check. */
export interface Seen {
  readonly id: RequirementId;
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
}

export interface JobResult {
  readonly job: Job;
  readonly seen: readonly Seen[];
  /** The requirement with which a certification would tell its user to start; null where nothing failed or was blocked. */
  readonly named: RequirementId | null;
  readonly requests: number;
  readonly seconds: number;
  /** Ended before all of its checks were made, because it took too long: what was not seen says nothing. */
  readonly cutOff: boolean;
  /** Why nothing could be tried; null where it could. */
  readonly fault: string | null;
}

/** What the command hands to each worker. */
export interface Work {
  /** Name of the BroadcastChannel over which jobs and results go. */
  readonly channel: string;
  readonly worker: string;
  /** How many jobs are under way at once. */
  readonly lanes: number;
  readonly seed: number;
  /** False: requests are recognisable, as of `certify --no-incognito`. */
  readonly incognito?: boolean;
  /** Requirements whose checks are emptied, to see that it is noticed. */
  readonly emptied: readonly string[];
  /** BROWSER_PATH; null: the bundled one, else an installed one. */
  readonly browserPath: string | null;
}

export type FromWorker =
  | { readonly kind: 'wants'; readonly lane: string }
  | { readonly kind: 'did'; readonly lane: string; readonly result: JobResult };
/** `job: null`: there is nothing left to do. */
export type ToWorker = { readonly kind: 'job'; readonly lane: string; readonly job: Job | null };
