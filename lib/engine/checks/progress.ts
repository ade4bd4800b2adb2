import type { Gap } from '../durable/store/index.ts';
import type { HarnessDelays } from '../run/slowness.ts';
import type { ClockOffset } from '../time/clock-reading.ts';

/** What the worker reports to the command during a run. */
export interface Progress {
  readonly requests: number;
  /** Requests with the key that sent most. */
  readonly mostByOneKey: number;
  /** Webhooks received; foreign ones are not counted. */
  readonly deliveries: number;
  /** Requests to the capture server that are not certainly the target's, or were repeated. */
  readonly strays: Strays;
  /** Number of checks begun and not yet ended. */
  readonly underWay: number;
  /** The waits that end next and last, with at most `inMs` milliseconds of the target's time left. */
  readonly waiting: readonly { what: string; inMs: number }[];
  /** Number of stories told after the checks. */
  readonly stories: number;
  /** Number of requests after all else: see `afterwards` of the interface. */
  readonly afterwards: number;
  /** Kept stories, told again before the checks. */
  readonly kept: readonly KeptTold[];
  /** The target's clock is advanced by the harness; the length of a wait then says nothing about how long the run takes. */
  readonly controlled: boolean;
  readonly totals: { advancedMs: number; advances: number; sleptMs: number };
  /** How far the target's clock is ahead of this machine's, apart from having been advanced; null if no answer showed its time. */
  readonly clock: ClockOffset | null;
  /** Number of lost answers. */
  readonly lost: number;
  readonly harness: HarnessDelays;
  /** Hosted pages are opened in a browser without its sandbox, because it did not start with one. */
  readonly sandboxFailed: boolean;
  /** Times at which no process of this run was listening, because the run was interrupted. */
  readonly gaps: readonly Gap[];
  readonly left: readonly string[];
  readonly impossible: string | null;
}

/** The result of a kept story that was told again. */
export interface KeptTold {
  readonly name: string;
  /** The requirement that it violates. */
  readonly breaks: string | null;
  /** Why it has no result. */
  readonly untold: string | null;
}

/** Counts as they appear in the certificate. */
export interface Strays {
  /** Badly signed and about nothing of this run: answered 401. */
  readonly foreign: number;
  /** Badly signed, about something of this run. */
  readonly badlySigned: number;
  /** Identical to an earlier delivery, timestamp included. */
  readonly repeated: number;
  /** Sent to a path that is not served: answered 404. */
  readonly elsewhere: number;
  /** Connections refused or closed because there were too many. */
  readonly crowd: number;
}

export const noStrays: Strays = { foreign: 0, badlySigned: 0, repeated: 0, elsewhere: 0, crowd: 0 };
