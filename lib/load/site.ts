import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, createMask, createPacer, createTransport, type Exchange } from '../engine/http/index.ts';
import type { Environment, MerchantKeys } from '../engine/run/target.ts';
import { startCapture } from '../engine/webhooks/server.ts';
import type { Capture, Delivery } from '../engine/webhooks/types.ts';
import { aBankName } from '../interface/actors/banks.ts';
import { type Api, apiOf } from '../interface/actors/endpoints.ts';
import { Control } from '../interface/control/control.ts';
import { type Target, Unreachable } from '../interface/target/probe-target.ts';
import { History } from './history/history.ts';
import type { Plan, TargetCapabilities } from './types.ts';

/** An API key of the run. */
export interface LoadKey extends MerchantKeys {
  /** Index in the list of keys, from 0. */
  readonly index: number;
  readonly live: boolean;
}

/** Access of one script to the target: its API keys, a capture server, and clients for requests outside k6. */
export interface Site {
  readonly target: Target;
  readonly capabilities: TargetCapabilities;
  /** Prefix of every reference of this run. */
  readonly run: string;
  readonly keys: readonly LoadKey[];
  readonly bankName: string;
  readonly control: Control | null;
  readonly capture: Capture | null;
  /** Recorded requests of this site, for the model; null unless the script keeps its history. */
  readonly history: History | null;
  /** A client for this key. Unless the target's clock can be advanced, it is paced to stay within the key's rate limit. */
  client(key: LoadKey): Api;
  /** Runs `work` for all these keys concurrently. */
  each<T>(keys: readonly LoadKey[], work: (key: LoadKey, client: Api) => Promise<T>): Promise<T[]>;
  /** Waits until the keys' rate limits have recovered and payments have settled. `what`: the reason, shown to the user. */
  rest(what: string): Promise<void>;
  /** Lets `seconds` of the target's time pass: advances its clock if possible, else waits. `what`: the reason, shown to the user. */
  pass(seconds: number, what: string): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Merchants to use besides those of the settings, if control cannot create any. */
  readonly merchants: readonly MerchantKeys[];
  /** Whether the live environment may be loaded too. */
  readonly live: boolean;
  /** How the capture server answers; undefined: 200. */
  readonly respond?: (delivery: Delivery) => number | undefined;
  /** Record requests, for the model. */
  readonly keepHistory?: boolean;
}

/** Seconds after which no limiter counts earlier requests, not even a sliding counter over two windows. */
const RESTED = 121;
/** Seconds after which most limiters do not. */
const MINUTE = 61;

/** What the target offers to load scripts. */
export function capabilitiesOf(
  target: Target,
  { merchants, live }: Pick<SiteOptions, 'merchants' | 'live'>,
): TargetCapabilities {
  const own = target.ownMerchants.sandbox;
  const given = givenMerchants(target, merchants);
  const told = target.capture.publicUrl !== null && given.every(({ webhookSecret }) => webhookSecret !== null);
  return {
    keys: own ? Number.POSITIVE_INFINITY : given.length,
    perMinute: target.rateLimit,
    clock: target.clock,
    settles:
      own && target.missing['payment-failure'] === undefined && target.missing['escrow-buyer-email'] === undefined,
    live: live && target.ownMerchants.live,
    webhooks: own || told,
    plain: target.baseUrl.startsWith('http:'),
    own,
  };
}

/** Creates the keys that the plan needs, or takes the given ones. Close the site afterwards. Throws Unreachable or ControlError. */
export async function openSite(target: Target, plan: Plan, options: SiteOptions): Promise<Site> {
  const { say, signal } = options;
  const capabilities = capabilitiesOf(target, options);
  const run = `ld${Date.now().toString(36)}${randomInt(36 ** 3).toString(36)}`;
  const control =
    target.control &&
    new Control(target.control.url, target.control.token, target.network).learn(target.control.knowledge);
  const history = options.keepHistory ? new History() : null;
  if (control !== null && history !== null) control.onStep = (step) => history.step(step);
  const transport = createTransport({ keepAlive: target.keepAlive, network: target.network });
  const capture = capabilities.webhooks ? await listen(target, options) : null;
  const close = async () => {
    await Promise.all([transport.close(), control?.close(), capture?.close()]);
    history?.close();
  };
  try {
    const keys = await keysFor(target, plan, options, control, capture, run);
    const pacers = new Map<number, ReturnType<typeof createPacer>>();
    const pass: Site['pass'] = async (seconds, what) => {
      if (target.clock && control !== null) {
        await control.advance(seconds, 40 * target.network.timeoutMs);
        return;
      }
      if (seconds > 3) say(`waiting ${Math.round(seconds)} s: ${what}`);
      await delay(seconds * 1_000, undefined, { signal });
    };
    const client = (key: LoadKey): Api => {
      const pacer =
        pacers.get(key.index) ??
        createPacer({
          perMinute: target.rateLimit,
          now: () => performance.now(),
          wait: (ms) => delay(ms, undefined, { signal }),
        });
      pacers.set(key.index, pacer);
      return apiOf(
        createClient({
          baseUrl: key.live ? (target.liveBaseUrl ?? '') : target.baseUrl,
          credentials: key,
          transport,
          mask: createMask([{ label: key.live ? 'TARGET_LIVE_API_KEY' : 'TARGET_API_KEY', value: key.apiKey }]),
          ...(history !== null && { onExchange: (record) => history.exchange(key.merchantId, record) }),
          deadlineMs: 30_000,
          pace: target.clock ? undefined : () => pacer.take(0),
          wait: (ms) => pass(ms / 1_000, 'the target asks to wait'),
        }),
      );
    };
    // Sent with the settings' merchant: created keys must be unused when the script starts.
    const banks = await answer(client({ ...target.merchant, index: -1, live: false }).listBanks());
    return {
      target,
      capabilities,
      run,
      keys,
      bankName: aBankName(banks?.json),
      control,
      capture,
      history,
      client,
      each: (some, work) => Promise.all(some.map((key) => work(key, client(key)))),
      rest: (what) => pass(target.clock ? RESTED : MINUTE, what),
      pass,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The exchange; null if the call failed for any reason. */
export async function answer(call: Promise<Exchange>): Promise<Exchange | null> {
  return await call.catch(() => null);
}

/** A step of the preparation failed: the result is inconclusive, not a failure of the target. */
export class Unprepared extends Error {
  override readonly name = 'Unprepared';
}

/** Awaits a request of the preparation and throws Unprepared unless its response has `status`. */
export async function step(what: string, call: Promise<Exchange>, status: number): Promise<Exchange> {
  const exchange = await call;
  if (exchange.status === status) return exchange;
  throw new Unprepared(`${what} was answered ${exchange.status} ${exchange.text.slice(0, 200)}`);
}

function givenMerchants(target: Target, more: readonly MerchantKeys[]): MerchantKeys[] {
  const all = [target.merchant, ...(target.other === null ? [] : [target.other]), ...more];
  return all.filter(({ apiKey }, place) => all.findIndex((each) => each.apiKey === apiKey) === place);
}

async function listen({ capture: { host, port, publicUrl } }: Target, { respond }: SiteOptions): Promise<Capture> {
  return await startCapture({ host, port, publicUrl: publicUrl ?? undefined, respond }).catch((error: unknown) => {
    throw new Unreachable(`CAPTURE_LISTEN: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function keysFor(
  target: Target,
  plan: Plan,
  { merchants }: SiteOptions,
  control: Control | null,
  capture: Capture | null,
  run: string,
): Promise<LoadKey[]> {
  const wanted = Array.from({ length: plan.keys + plan.liveKeys }, (_, index) => ({ index, live: index >= plan.keys }));
  if (control === null || !target.ownMerchants.sandbox) {
    return givenMerchants(target, merchants)
      .slice(0, plan.keys)
      .map((keys, index) => ({ ...keys, index, live: false }));
  }
  return await Promise.all(
    wanted.map(async ({ index, live }) => {
      const environment: Environment = live ? 'live' : 'sandbox';
      // Live merchants get no webhook URL: live may require https, and no script reads live events.
      const hook = capture === null || live ? undefined : `${capture.url.replace(/\/+$/, '')}/load/${run}/${index}`;
      return { ...(await control.createMerchant(environment, hook)), index, live };
    }),
  );
}
