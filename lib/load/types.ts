import { type Profile, type ProfileName, profileNames } from '../../load/support/profile.ts';

export { type ProfileName, profileNames };

/** `inconclusive`: it could not be judged, and the target is not blamed. `not exercised`: the target does not offer what it takes. */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'not exercised';

/** One thing that a script says about a target. */
export interface Finding {
  /** A slug: `one-effect`. */
  readonly id: string;
  /** The sentence that holds where it passed. */
  readonly says: string;
  readonly outcome: Outcome;
  /** What was counted or measured, in words. */
  readonly detail: string;
  /** The first few cases that contradict it, a line each. */
  readonly examples: readonly string[];
  /** The same for programs, where there is one. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/** How much a script asks for: `full`, or `short` for CI. */
export type Size = 'full' | 'short';

/** What the user may change. Null: as planned. */
export interface LoadOptions {
  readonly size: Size;
  readonly keys: number | null;
  /** How the arrivals of `steady` come, how many a second at the most, and for how many seconds. */
  readonly profile: ProfileName;
  readonly rate: number | null;
  readonly seconds: number | null;
  /** Milliseconds, and a share from 0 to 1, of `steady`. */
  readonly p95: number;
  readonly p99: number;
  readonly errors: number;
}

/** What a target offers to a script. */
export interface TargetCapabilities {
  /** How many API keys there can be; as many as wished where control makes merchants. */
  readonly keys: number;
  /** Requests a minute that one key may send. */
  readonly perMinute: number;
  readonly clock: boolean;
  readonly settles: boolean;
  readonly live: boolean;
  readonly webhooks: boolean;
  /** The sandbox has an http address: what passes can be read. */
  readonly plain: boolean;
  /** The merchants are made for this run alone. */
  readonly own: boolean;
}

export interface Plan {
  readonly keys: number;
  readonly liveKeys: number;
  /** Numbers for the script, by the names under which it reads them. */
  readonly env: Readonly<Record<string, number>>;
  /** About how long k6 runs, in seconds. */
  readonly seconds: number;
  /** What it does, in words: "24 keys, 8 rounds of 10 requests at once". */
  readonly words: string;
  /** When arrivals are due, where they do not wait for answers. */
  readonly profile?: Profile;
  /** The script moves the target's clock itself. */
  readonly movesClock?: boolean;
}

/** What k6 told beside the lines. */
export interface K6Totals {
  readonly dropped: number;
  readonly maxUsers: number;
}

/** What became of one script, as `result.json` has it. */
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
  /** Milliseconds; of arrivals since they were due, else of the requests by themselves. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number };
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}
