import type { Delivery } from '../engine/webhooks/types.ts';
import type { K6Ran } from './k6/run.ts';
import type { Latency } from './latency/histograms.ts';
import type { Picture } from './plots.ts';
import type { RequestLog } from './request-log.ts';
import type { Site } from './site.ts';
import type { Finding, K6Totals, LoadOptions, Plan, TargetCapabilities } from './types.ts';

/** A load script: the question it answers, its plan, preparation and audit. */
export interface LoadScript {
  readonly name: string;
  /** `all` does not run it, because it takes longer. */
  readonly onDemand?: true;
  readonly question: string;
  /** The plan; or, if the target cannot exercise the script, the reason. */
  plan(capabilities: TargetCapabilities, options: LoadOptions): Plan | string;
  /** Status with which the capture server answers a webhook; undefined: 200. */
  respond?(capabilities: TargetCapabilities): (delivery: Delivery) => number | undefined;
  /** Requests sent outside k6 are recorded, so that the audit can have the model judge the whole history. */
  readonly keepsHistory?: true;
  /** Name, without extension, of the file in `load/` that k6 runs, if it differs from `name`. */
  readonly file?: string;
  /** Runs before k6: creates what the script's requests need. Returns the audit, which runs after k6 and may query the target. */
  prepare(site: Site, plan: Plan, options: LoadOptions): Promise<Audit | Driven>;
}

/** The plan and the results of k6. */
export interface Ran {
  readonly plan: Plan;
  readonly lines: RequestLog;
  readonly totals: K6Totals;
  /** Null unless the plan has an arrival profile. */
  readonly latency: Latency | null;
}

export type Audit = (ran: Ran) => Promise<Finding[]>;

/** A script that starts k6 itself, as often as it needs: for example each window depends on the one before. */
export interface Driven {
  readonly drive: (run: RunWindow, lines: RequestLog) => Promise<readonly K6Ran[]>;
  readonly audit: Audit;
  /** The script's own plot. */
  readonly draw?: () => Picture | null;
}

export interface RunWindow {
  /**
   * Runs k6 once, with these environment variables in addition to the plan's. With LOAD_WINDOW, its references are unique to the window, and
   * the window's number replaces the round of its lines.
   */
  (env: Readonly<Record<string, number | string>> & { readonly LOAD_WINDOW?: number }): Promise<K6Ran>;
  readonly say: (line: string) => void;
}

export type { K6Ran };
