import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import { isOnThisMachine, type NetworkSettings, openConnections } from '../../engine/http/network/route.ts';
import { ControlError } from '../../engine/run/merchants/control.ts';
import type { Target as EngineTarget, MerchantKeys } from '../../engine/run/target.ts';
import { formatDuration } from '../../engine/time/duration.ts';
import { Control, type ControlEndpoint } from '../control/control.ts';
import { type Capability, capabilities } from '../register/types.ts';
import type { PageSettings, Settings } from './settings.ts';

/** No run can be made: one line for the user, exit status 2. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A target as the probe found it, with the settings of its hosted pages. */
export interface Target extends EngineTarget {
  readonly pages: PageSettings;
  readonly missing: Readonly<Partial<Record<Capability, string>>>;
}

export interface ProbeOptions {
  readonly embedded: boolean;
  /** Why no hosted page can be opened here; null where a browser is available. */
  readonly noBrowser: string | null;
  /** Seconds to wait for a target that does not answer yet; undefined: it is expected to be up. */
  readonly waitSeconds?: number | undefined;
}

/** Requests per minute and key: ten fewer than the interface grants (Limits, Request rate). */
const DEFAULT_RATE_LIMIT = 110;

/** Finds out what the target is and which capabilities it has. Throws Unreachable where no run can be made. */
export async function probeTarget(settings: Settings & { baseUrl: string }, options: ProbeOptions): Promise<Target> {
  const { network, live } = settings;
  const { keepsOpen } = await waitUntilReachable('TARGET_BASE_URL', settings.baseUrl, network, options.waitSeconds);
  if (live !== null) await waitUntilReachable('TARGET_LIVE_BASE_URL', live.baseUrl, network, options.waitSeconds);

  const control = settings.control && new Control(settings.control.url, settings.control.token, settings.network);
  try {
    await control?.discover();
    const clock =
      control !== null && (await succeeds(control.advance(0, Math.min(60_000, 4 * settings.network.timeoutMs))));
    const made = control === null ? null : await orNull(control.createMerchant('sandbox'));
    const madeOther = made === null || control === null ? null : await orNull(control.createMerchant('sandbox'));
    const madeLive = control === null || settings.live === null ? null : await orNull(control.createMerchant('live'));
    const receivesLiveWebhooks =
      control !== null && madeLive !== null
        ? await succeeds(control.createMerchant('live', settings.capture.publicUrl ?? 'http://127.0.0.1:9/hook'))
        : settings.capture.publicUrl !== null && (settings.live?.merchant?.webhookSecret ?? null) !== null;
    const merchant = settings.merchant ?? made;
    if (merchant === null) {
      throw new Unreachable('no merchant: TARGET_API_KEY and TARGET_MERCHANT_ID are missing, and control makes none');
    }
    return {
      baseUrl: settings.baseUrl,
      liveBaseUrl: settings.live?.baseUrl ?? null,
      merchant,
      other: settings.other === null ? madeOther : { ...settings.other, webhookSecret: null },
      live: settings.live?.merchant ?? madeLive,
      control: settings.control && control && { ...settings.control, knowledge: control.knowledge },
      clock,
      ownMerchants: { sandbox: made !== null, live: madeLive !== null },
      capture: settings.capture,
      rateLimit: settings.rateLimit ?? DEFAULT_RATE_LIMIT,
      mayExceedRate:
        settings.rateLimit === null &&
        made === null &&
        [settings.baseUrl, settings.live?.baseUrl ?? settings.baseUrl].every((url) => isOnThisMachine(network, url)),
      maxWait: settings.maxWait,
      pages: settings.pages,
      network: settings.network,
      keepAlive: await keepsOpen,
      embedded: options.embedded,
      missing: missingCapabilities(settings, options, control, {
        made,
        madeLive,
        madeOther,
        receivesLiveWebhooks,
        clock,
      }),
    };
  } catch (error) {
    if (error instanceof ControlError) throw new Unreachable(error.message);
    throw error;
  } finally {
    await control?.close();
  }
}

/** Every merchant may GET it, and it changes nothing. */
export const probePath = '/v1/banks';

/**
 * Waits for any HTTP answer; the suites judge its content. `keepsOpen` will tell whether the connection stays open
 * afterwards: a server may close it without notice, and a request sent at that moment would be lost.
 */
async function waitUntilReachable(
  name: string,
  baseUrl: string,
  network: NetworkSettings,
  waitSeconds?: number,
): Promise<{ keepsOpen: Promise<boolean> }> {
  const began = performance.now();
  const attempt = async () => ({ keepsOpen: (await requestOnce(baseUrl, network)).keepsOpen() });
  const patience =
    waitSeconds === undefined
      ? { retries: 2, minTimeout: 300, maxRetryTime: 15_000 }
      : { retries: Number.POSITIVE_INFINITY, minTimeout: 300, factor: 1, maxRetryTime: waitSeconds * 1_000 };
  return await pRetry(attempt, { ...patience, shouldRetry: () => true }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const words =
      cause instanceof Error ? (reasons[code] ?? reasons[cause.name] ?? cause.message.split('\n')[0]) : String(cause);
    const waited =
      waitSeconds === undefined
        ? ''
        : `, after ${formatDuration((performance.now() - began) / 1_000)} of waiting (--wait)`;
    throw new Unreachable(`${name}: no HTTP answer from ${baseUrl} (${words})${waited}`);
  });
}

/** Whether the target itself answers now: a 502, 503 or 504 comes from a gateway in front of a target that is down. */
export async function isReachable(baseUrl: string, network: NetworkSettings): Promise<boolean> {
  const status = await statusAt(baseUrl, network);
  return status !== null && ![502, 503, 504].includes(status);
}

/** The status of `probePath` at this address, requested without a key; null: no answer. */
export async function statusAt(baseUrl: string, network: NetworkSettings): Promise<number | null> {
  return await requestOnce(baseUrl, network).then(
    ({ status, close }) => close().then(() => status),
    () => null,
  );
}

interface ProbeAnswer {
  readonly status: number;
  close(): Promise<void>;
  /** Whether the connection stays open after the answer. Closes it then. */
  keepsOpen(): Promise<boolean>;
}

async function requestOnce(baseUrl: string, network: NetworkSettings): Promise<ProbeAnswer> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = openConnections(network, origin, { connections: 1, maxHeaderSize: 64 * 1024 });
  const close = () => pool.destroy();
  try {
    const longest = Math.min(network.timeoutMs, 10_000);
    const closed = once(pool, 'disconnect', { signal: AbortSignal.timeout(longest) });
    closed.catch(() => {});
    const path = `${pathname.replace(/\/+$/, '')}${probePath}`;
    const signal = AbortSignal.timeout(longest);
    const { statusCode, body } = await pool.request({
      origin,
      method: 'GET',
      path,
      headersTimeout: 0,
      bodyTimeout: 0,
      signal,
    });
    const read = body.dump({ limit: 64 * 1024, signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    );
    const keepsOpen = async () => {
      // We close the connection ourselves if the body is too long or never ends, which says nothing.
      if (!(await read)) return true;
      return await Promise.race([closed.then(() => false), delay(100, true)]);
    };
    return { status: statusCode, close, keepsOpen: () => keepsOpen().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
  ECONNRESET: 'it cuts the connection',
  UND_ERR_SOCKET: 'it cuts the connection',
  UND_ERR_HEADERS_TIMEOUT: 'it accepts the connection but does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the connection cannot be made in time',
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ].map((code) => [code, 'nobody known vouches for its certificate: TARGET_CA names a file with who does']),
  ),
  TimeoutError: 'it accepts the connection but does not answer',
};

async function succeeds(call: Promise<unknown>): Promise<boolean> {
  return await call.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ControlError)) throw error;
      if (error.problem === 'absent' || error.problem === 'refused') return false;
      // The endpoint exists but fails: checks that need it will be blocked.
      if (error.problem === 'failed' && !error.lost) return true;
      throw error;
    },
  );
}

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  return await call.catch((error: unknown) => {
    if (error instanceof ControlError && error.problem !== 'token') return null;
    throw error;
  });
}

interface CreatedMerchants {
  readonly made: MerchantKeys | null;
  readonly madeOther: MerchantKeys | null;
  readonly madeLive: MerchantKeys | null;
  /** Webhooks of live merchants can arrive here. */
  readonly receivesLiveWebhooks: boolean;
  readonly clock: boolean;
}

/** The capabilities that the target lacks, each with the reason: the register's text, or a more exact one. */
function missingCapabilities(
  settings: Settings,
  { noBrowser }: ProbeOptions,
  control: Control | null,
  { made, madeOther, madeLive, receivesLiveWebhooks, clock }: CreatedMerchants,
) {
  const offers = (endpoint: ControlEndpoint) => control?.offers(endpoint) === true;
  const lacks: Partial<Record<Capability, string>> = {};
  const need = (capability: Capability, there: boolean, reason: string = capabilities[capability]) => {
    if (!there) lacks[capability] = reason;
  };
  const settles = offers('POST /merchants/{merchantId}/checkouts/{reference}/settle');
  const pays = offers('POST /merchants/{merchantId}/escrows/{reference}/pay');
  const console = made !== null && offers('PATCH /merchants/{merchantId}');
  const lists = offers('GET /merchants/{merchantId}/deliveries');
  const page = noBrowser === null;

  need('buyer', settles || page, `${capabilities.buyer} (${noBrowser})`);
  need('payment-failure', settles);
  need('escrow-buyer', pays || page, `${capabilities['escrow-buyer']} (${noBrowser})`);
  need('escrow-buyer-email', pays);
  need('escrow-dispute', offers('POST /merchants/{merchantId}/escrows/{reference}/dispute'));
  need('escrow-buyer-release', offers('POST /merchants/{merchantId}/escrows/{reference}/buyer-release'));
  need('linked-wallets-setting', console);
  need('webhook-url', console);
  need('wallets', offers('POST /wallets'));
  need('wallet-owner', offers('POST /merchants/{merchantId}/wallet-links/{linkId}/owner'));
  need('processing-delay', made !== null && offers('POST /merchants/{merchantId}/processing-delay'));
  need('deliveries', lists);
  need('resend', lists && offers('POST /merchants/{merchantId}/deliveries/{id}/resend'));
  need('rotate-secret', made !== null && offers('POST /merchants/{merchantId}/rotate-webhook-secret'));
  need('own-merchant', made !== null);
  need('other-merchant', settings.other !== null || madeOther !== null);
  need('browser', page, noBrowser ?? '');
  const live = settings.live !== null && (settings.live.merchant !== null || madeLive !== null);
  need('live', live, settings.live === null ? 'no live environment: TARGET_LIVE_BASE_URL is not set' : undefined);
  need('other-live-merchant', live && madeLive !== null);
  need('live-buyer', live && settles);
  need('live-webhooks', live && receivesLiveWebhooks);
  need('clock', clock);
  const webhooksAreSet =
    settings.merchant !== null && settings.merchant.webhookSecret !== null && settings.capture.publicUrl !== null;
  const unset = settings.capture.publicUrl === null ? 'CAPTURE_PUBLIC_URL' : 'TARGET_WEBHOOK_SECRET';
  need('webhooks', made !== null || webhooksAreSet, `${capabilities.webhooks} (${unset} is not set)`);
  return lacks;
}
