import type { Outcome } from '../../engine/checks/outcome.ts';
import type { Depth } from '../../engine/checks/suites.ts';
import type { RequirementId } from '../../interface/register/index.ts';

/**
 * What a job needs of the machine. `whole`: it keeps its worker so busy that another one beside it would answer webhooks too late. `pages`:
 * it mostly waits for a browser or a page. `quick`: all others.
 */
export type JobKind = 'whole' | 'pages' | 'quick';

/** One target and the checks to run against it. Plain data, since it is sent to a worker. */
export interface Job {
  readonly kind: JobKind;
  readonly name: string;
  /** Names of variants that the serving program applies together; or the other program that is the target. */
  readonly target: readonly string[] | 'second implementation';
  /** Requirements whose checks run first. */
  readonly first: readonly RequirementId[];
  /** One check of `first` runs alone, and the others only if it does not fail: the mutant is killed once. */
  readonly untilFailed: boolean;
  /** Requirements whose checks run afterwards. */
  readonly beside: readonly RequirementId[];
  /** How many checks of each requirement in `beside`: the first, those that the seed draws, or all. */
  readonly depth: Depth;
}

/** The result of one check. */
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
  /** What `npm run verify` would hold against the passed checks. Empty for targets with a defect: they are not looked at. */
  readonly contradictions: readonly string[];
  /** The requirement that a certification would name under "start here"; null if nothing failed or was blocked. */
  readonly named: RequirementId | null;
  readonly requests: number;
  readonly seconds: number;
  /** Ended before all checks were made, because it took too long: missing results mean nothing. */
  readonly cutOff: boolean;
  /** Why nothing could be run; null if it could. */
  readonly fault: string | null;
}

/** What the command passes to each worker. */
export interface Work {
  /** Name of the BroadcastChannel for jobs and results. */
  readonly channel: string;
  readonly worker: string;
  /** How many jobs a worker runs at once. */
  readonly lanes: number;
  readonly seed: number;
  /** False: requests are recognisable, as with `certify --no-incognito`. */
  readonly incognito?: boolean;
  /** Requirements whose checks are emptied, to verify that the proof notices. */
  readonly emptied: readonly string[];
  /** BROWSER_PATH; null: the bundled browser, or else an installed one. */
  readonly browserPath: string | null;
}

export type FromWorker =
  | { readonly kind: 'wants'; readonly lane: string }
  | { readonly kind: 'did'; readonly lane: string; readonly result: JobResult };
/** `job: null`: no jobs are left. */
export type ToWorker = { readonly kind: 'job'; readonly lane: string; readonly job: Job | null };
