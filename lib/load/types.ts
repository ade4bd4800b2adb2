import { type Profile, type ProfileName, profileNames } from '../../load/support/profile.ts';

export { type ProfileName, profileNames };

/** `inconclusive`: could not be judged; no failure of the target. `not exercised`: the target does not offer what it needs. */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'not exercised';

/** One statement of a script about a target, and whether it holds. */
export interface Finding {
  /** A slug: `one-effect`. */
  readonly id: string;
  /** The statement that is true if the outcome is `passed`. */
  readonly says: string;
  readonly outcome: Outcome;
  /** What was counted or measured. */
  readonly detail: string;
  /** The first cases that contradict it (at most five), one line each. */
  readonly examples: readonly string[];
  /** Measured values for programs, if there are any. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/** Amount of load: `full`, or `short` for CI. */
export type Size = 'full' | 'short';

/** Options that the user may set. Null: the script's default. */
export interface LoadOptions {
  readonly size: Size;
  readonly keys: number | null;
  /** Arrival profile of `steady`. */
  readonly profile: ProfileName;
  /** Maximum arrivals per second of `steady` and `capacity`. */
  readonly rate: number | null;
  /** Duration of `steady` in seconds. */
  readonly seconds: number | null;
  /** Limits: `p95` and `p99` in milliseconds, `errors` as a share from 0 to 1. */
  readonly p95: number;
  readonly p99: number;
  readonly errors: number;
}

/** What a target offers to load scripts. */
export interface TargetCapabilities {
  /** Maximum number of API keys; infinite if control creates merchants. */
  readonly keys: number;
  /** Rate limit of one key in requests per minute. */
  readonly perMinute: number;
  /** The target's clock can be advanced. */
  readonly clock: boolean;
  /** Control can settle checkouts and fund escrows. */
  readonly settles: boolean;
  readonly live: boolean;
  readonly webhooks: boolean;
  /** The sandbox has an http URL, so that a proxy can be placed before it. */
  readonly plain: boolean;
  /** The merchants are created for this run alone. */
  readonly own: boolean;
}

export interface Plan {
  readonly keys: number;
  readonly liveKeys: number;
  /** Numbers for the script, by the name of the environment variable. */
  readonly env: Readonly<Record<string, number>>;
  /** Estimated duration of k6, in seconds. */
  readonly seconds: number;
  /** Description such as "24 keys, 8 rounds of 10 requests at once". */
  readonly words: string;
  /** Arrival profile of an open model, in which requests do not wait for responses. */
  readonly profile?: Profile;
  /** The script advances the target's clock itself. */
  readonly movesClock?: boolean;
}

/** Totals of k6's summary. */
export interface K6Totals {
  readonly dropped: number;
  readonly maxUsers: number;
}

/** Result of one script, as written to `result.json`. */
export interface Result {
  readonly script: string;
  readonly question: string;
  readonly verdict: Outcome;
  /** Why it was not exercised. */
  readonly reason: string | null;
  readonly target: string;
  readonly plan: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly k6: { readonly version: string; readonly segments: number; readonly seconds: number };
  readonly requests: number;
  readonly rate: { readonly askedPerSecond: number | null; readonly achievedPerSecond: number };
  /** Milliseconds since each request was due, if the plan has an arrival profile; else durations of the requests. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number };
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}
