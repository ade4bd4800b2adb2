import type { NetworkSettings } from '../http/network/route.ts';

/** A setting that cannot be used: one line for the user, exit status 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Each environment is a service of its own, with its own merchants, keys and secrets. */
export type Environment = 'sandbox' | 'live';

/** What a merchant of the target sends and verifies with. */
export interface MerchantKeys {
  readonly merchantId: string;
  readonly apiKey: string;
  /** Null where it is not known: its webhooks cannot be verified. */
  readonly webhookSecret: string | null;
}

/** Where the capture server listens, and under which address the target reaches it. */
export interface CaptureSettings {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
}

/** Which browser opens hosted pages, and what they may reach. */
export interface BrowserSettings {
  readonly browserPath: string | null;
  /** Host names that pages may call beside the target's own. */
  readonly hosts: readonly string[];
}

/** A target as it was found: all that the suites may know of it. Plain data, so that it can be handed to a worker. */
export interface Target {
  readonly baseUrl: string;
  readonly liveBaseUrl: string | null;
  /** A standing sandbox merchant. Where merchants can be made, each check gets one of its own instead. */
  readonly merchant: MerchantKeys;
  readonly other: MerchantKeys | null;
  readonly live: MerchantKeys | null;
  readonly control: {
    readonly url: string;
    readonly token: string | null;
    /** The endpoints that it listed, those that have answered, and those that turned out to be missing. */
    readonly knowledge: { readonly listed: string[] | null; readonly answered: string[]; readonly missing: string[] };
  } | null;
  /** The clock can be advanced. */
  readonly clock: boolean;
  /** Merchants can be made through control. */
  readonly ownMerchants: { readonly sandbox: boolean; readonly live: boolean };
  readonly capture: CaptureSettings;
  /** Requests a minute and key. */
  readonly rateLimit: number;
  /** More may be sent until it answers 429: it is on this machine, and no rate was asked for. */
  readonly mayExceedRate: boolean;
  /** Seconds. */
  readonly maxWait: number;
  readonly pages: BrowserSettings;
  readonly network: NetworkSettings;
  /** Connections stay open between requests; else each request gets one of its own. */
  readonly keepAlive: boolean;
  /** Started by this run and gone after it: nothing has to be tidied up there. */
  readonly embedded: boolean;
  /** Why what needs a capability cannot be exercised. What is not listed here may be tried. */
  readonly missing: Readonly<Partial<Record<string, string>>>;
}
