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
  /** Its place in the list of keys, from 0. */
  readonly index: number;
  readonly live: boolean;
}

/** The target as one script meets it: keys of its own, a capture server, and ways to ask outside of k6. */
export interface Site {
  readonly target: Target;
  readonly capabilities: TargetCapabilities;
  /** Starts every reference of this run. */
  readonly run: string;
  readonly keys: readonly LoadKey[];
  readonly bankName: string;
  readonly control: Control | null;
  readonly capture: Capture | null;
  /** What this site asked, for the model; null where no script wants it. */
  readonly history: History | null;
  /** Paced, where no clock can be advanced, so that the limit of its key is never met. */
  client(key: LoadKey): Api;
  /** Works on all keys at once. */
  each<T>(keys: readonly LoadKey[], work: (key: LoadKey, client: Api) => Promise<T>): Promise<T[]>;
  /** Lets the keys rest, and all settle: afterwards they have room again. */
  rest(what: string): Promise<void>;
  /** Lets so many seconds of the target's time pass: by its clock where it can be advanced, else really. */
  pass(seconds: number, what: string): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  /** Merchants to use beside that of the settings, where control makes none. */
  readonly merchants: readonly MerchantKeys[];
  /** The live environment may be loaded too. */
  readonly live: boolean;
  /** How the capture server answers; undefined: 200. */
  readonly respond?: (delivery: Delivery) => number | undefined;
  /** Keep what is asked, for the model. */
  readonly keepHistory?: boolean;
}

/** Seconds after which no way of counting, over two windows either, remembers anything; and after which most do not. */
const RESTED = 121;
const MINUTE = 61;

/** What can be done at a target. */
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

/** Makes the keys that the plan asks for, or takes those that are given. */
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
    // Not with a key of the run: a key that was used is no rested key.
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

/** What came, or null where nothing did. */
export async function answer(call: Promise<Exchange>): Promise<Exchange | null> {
  return await call.catch(() => null);
}

/** A step that leads to the load did not work: the target is not blamed, and nothing is said of it. */
export class Unprepared extends Error {
  override readonly name = 'Unprepared';
}

/** A step of the preparation: without it there is nothing to load. Throws Unprepared. */
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
      // A live console may want https, and no live event is looked at.
      const hook = capture === null || live ? undefined : `${capture.url.replace(/\/+$/, '')}/load/${run}/${index}`;
      return { ...(await control.createMerchant(environment, hook)), index, live };
    }),
  );
}
