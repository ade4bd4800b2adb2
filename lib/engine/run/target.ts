import type { NetworkSettings } from '../http/network/route.ts';

/** A setting that cannot be used: one line for the user, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Each environment is a separate service, with its own merchants, keys and secrets. */
export type Environment = 'sandbox' | 'live';

/** The credentials of a merchant, and the secret to verify its webhooks with. */
export interface MerchantKeys {
  readonly merchantId: string;
  readonly apiKey: string;
  /** Null if it is unknown: webhooks of the merchant cannot be verified. */
  readonly webhookSecret: string | null;
}

/** Where the capture server listens, and the address under which the target reaches it. */
export interface CaptureSettings {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
}

/** Which browser opens hosted pages, and which hosts they may call. */
export interface BrowserSettings {
  readonly browserPath: string | null;
  /** Hosts that pages may call in addition to the target's own. */
  readonly hosts: readonly string[];
}

/** A target and its capabilities, as probed: all that suites may know of it. Plain data, so that it can be passed to a worker. */
export interface Target {
  readonly baseUrl: string;
  readonly liveBaseUrl: string | null;
  /** The sandbox merchant in the settings. If merchants can be made, each check gets one of its own instead. */
  readonly merchant: MerchantKeys;
  readonly other: MerchantKeys | null;
  readonly live: MerchantKeys | null;
  readonly control: {
    readonly url: string;
    readonly token: string | null;
    /** The endpoints that control listed, those that have answered, and those found missing. */
    readonly knowledge: { readonly listed: string[] | null; readonly answered: string[]; readonly missing: string[] };
  } | null;
  /** Whether the target's clock can be advanced. */
  readonly clock: boolean;
  /** Whether merchants can be made through control, by environment. */
  readonly ownMerchants: { readonly sandbox: boolean; readonly live: boolean };
  readonly capture: CaptureSettings;
  /** Requests per minute and API key. */
  readonly rateLimit: number;
  /** Requests may exceed the rate until the target answers 429: the target is on this machine, and no rate was set. */
  readonly mayExceedRate: boolean;
  /** Seconds. */
  readonly maxWait: number;
  readonly pages: BrowserSettings;
  readonly network: NetworkSettings;
  /** Whether connections stay open between requests; otherwise each request gets a new one. */
  readonly keepAlive: boolean;
  /** The target was started by this run and ends with it: nothing has to be undone there. */
  readonly embedded: boolean;
  /** By capability: why it is missing. A capability that is not listed is available. */
  readonly missing: Readonly<Partial<Record<string, string>>>;
}
