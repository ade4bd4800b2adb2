import type { Environment, MerchantKeys } from './target.ts';

/** A merchant of the target, and where its webhooks arrive. */
export interface MerchantAccess extends MerchantKeys {
  readonly environment: Environment;
  /** Made for one check alone. */
  readonly own: boolean;
  /** The capture server's path for its webhooks. */
  readonly hookPath: string;
  /** What reports show in place of its key. Default: the setting that may hold it. */
  readonly keyLabel?: string;
}
