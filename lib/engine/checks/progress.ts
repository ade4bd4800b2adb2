import type { Gap } from '../durable/store/index.ts';
import type { HarnessDelays } from '../run/slowness.ts';
import type { ClockOffset } from '../time/clock-reading.ts';

/** What the worker tells the command while it runs. */
export interface Progress {
  readonly requests: number;
  /** Webhooks that have arrived; what is anybody's is not counted. */
  readonly deliveries: number;
  /** What came to the capture server and was not the target's, or not for the first time. */
  readonly strays: Strays;
  /** How many checks have begun and not ended. */
  readonly underWay: number;
  /** What is waited for next, and what longest; for how much longer at the most, in milliseconds of the target's time. */
  readonly waiting: readonly { what: string; inMs: number }[];
  /** That were told when the checks had ended. */
  readonly stories: number;
  /** Kept stories, told before the checks. */
  readonly kept: readonly KeptTold[];
  /** Time passes at the target only when it is moved: then a wait does not tell how long the run takes. */
  readonly controlled: boolean;
  readonly totals: { advancedMs: number; advances: number; sleptMs: number };
  /** How far the target's clock is ahead of this machine's, beyond what it was advanced; null where nothing shows it. */
  readonly clock: ClockOffset | null;
  /** Answers that were lost on the way. */
  readonly lost: number;
  readonly harness: HarnessDelays;
  /** Hosted pages are opened in a browser without a sandbox, because with one it did not start. */
  readonly sandboxFailed: boolean;
  /** When nobody listened, in a run that was interrupted before. */
  readonly gaps: readonly Gap[];
  readonly left: readonly string[];
  readonly impossible: string | null;
}

/** What became of a kept story that was told again. */
export interface KeptTold {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string | null;
  /** Why it says nothing. */
  readonly untold: string | null;
}

/** As the certificate has them. */
export interface Strays {
  /** Badly signed, and about nothing of this run: answered 401. */
  readonly foreign: number;
  /** Badly signed, about something of this run. */
  readonly badlySigned: number;
  /** The same as one that came before, timestamp included. */
  readonly repeated: number;
  /** For a path that is not served: answered 404. */
  readonly elsewhere: number;
  /** Connections refused or given up because there were too many. */
  readonly crowd: number;
}

export const noStrays: Strays = { foreign: 0, badlySigned: 0, repeated: 0, elsewhere: 0, crowd: 0 };
