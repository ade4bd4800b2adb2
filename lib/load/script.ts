import type { Delivery } from '../engine/webhooks/types.ts';
import type { K6Ran } from './k6/run.ts';
import type { Latency } from './latency/histograms.ts';
import type { Picture } from './plots.ts';
import type { RequestLog } from './request-log.ts';
import type { Site } from './site.ts';
import type { Finding, K6Totals, LoadOptions, Plan, TargetCapabilities } from './types.ts';

/** One question asked under load, and how it is audited. */
export interface LoadScript {
  readonly name: string;
  /** `all` leaves it out: it takes longer. */
  readonly onDemand?: true;
  readonly question: string;
  /** A text where it cannot be exercised: why. */
  plan(capabilities: TargetCapabilities, options: LoadOptions): Plan | string;
  /** How webhooks are answered: a status, or 200 where it has none. */
  respond?(capabilities: TargetCapabilities): (delivery: Delivery) => number | undefined;
  /** What it asks beside k6 is kept, and its audit has the model judge all of it. */
  readonly keepsHistory?: true;
  /** The file in `load/` that k6 runs, where it has another name than the script. */
  readonly file?: string;
  /** Before k6: what the requests of the script need. Returns the audit, which asks the target afterwards. */
  prepare(site: Site, plan: Plan, options: LoadOptions): Promise<Audit | Driven>;
}

/** What k6 did. */
export interface Ran {
  readonly plan: Plan;
  readonly lines: RequestLog;
  readonly totals: K6Totals;
  /** Of scripts whose requests arrive at a given rate. */
  readonly latency: Latency | null;
}

export type Audit = (ran: Ran) => Promise<Finding[]>;

/** A script that runs k6 several times, each time as the one before tells. */
export interface Driven {
  readonly drive: (run: RunWindow, lines: RequestLog) => Promise<readonly K6Ran[]>;
  readonly audit: Audit;
  /** What only this script can draw. */
  readonly draw?: () => Picture | null;
}

export interface RunWindow {
  /**
   * Runs k6 once, with these words for the script beside those of the plan. With the number of a window its references are its own, and
   * the number is the round of its lines.
   */
  (env: Readonly<Record<string, number | string>> & { readonly LOAD_WINDOW?: number }): Promise<K6Ran>;
  readonly say: (line: string) => void;
}

export type { K6Ran };
