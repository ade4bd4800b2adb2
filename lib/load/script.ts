import type { Delivery } from '../engine/webhooks/types.ts';
import type { Site } from './site.ts';
import type { Finding, LoadOptions, Plan, Ran, ScriptName, TargetCapabilities } from './types.ts';

/** One question asked under load, and how it is audited. */
export interface LoadScript {
  readonly name: ScriptName;
  readonly question: string;
  /** A text where it cannot be exercised: why. */
  plan(capabilities: TargetCapabilities, options: LoadOptions): Plan | string;
  /** How webhooks are answered: a status, or 200 where it has none. */
  respond?(capabilities: TargetCapabilities): (delivery: Delivery) => number | undefined;
  /** Before k6: what the requests of the script need. Returns the audit, which asks the target afterwards. */
  prepare(site: Site, plan: Plan, options: LoadOptions): Promise<(ran: Ran) => Promise<Finding[]>>;
}
