import { createHash } from 'node:crypto';
import { Blocked } from '../engine/checks/outcome.ts';
import { type BurstRecord, type Evidence, include, newEvidence, recorder, telling } from '../engine/checks/step-log.ts';
import type { Exchange } from '../engine/http/index.ts';
import { witness } from '../engine/predicates/index.ts';
import { LateAccess, type MerchantAccess } from '../engine/run/merchants/merchant-access.ts';
import type { ContextOptions, WebhookAddress } from '../engine/run/run.ts';
import { type Activity, presentHistory } from '../engine/time/activity.ts';
import { Time } from '../engine/time/time.ts';
import type { Capture } from '../engine/webhooks/types.ts';
import { aBankName } from './actors/banks.ts';
import { Buyer } from './actors/buyer.ts';
import { Console } from './actors/console.ts';
import { apiOf, lateClient } from './actors/endpoints.ts';
import { Merchant } from './actors/merchant.ts';
import type { PaymentsRun } from './actors/run.ts';
import { ofShop, shopOf } from './actors/shop.ts';
import { TestData } from './actors/test-data.ts';
import { Wallets } from './actors/wallets.ts';
import { Webhooks } from './actors/webhooks.ts';
import { noting } from './afterwards/created.ts';
import { withArticles } from './articles.ts';
import { inLive, needsInLive } from './in-live.ts';
import type { Capability } from './register/index.ts';

/** What a check works with. */
export interface CheckContext {
  /** A sandbox merchant: the check's own where merchants can be created, else the standing one, which others use too. */
  readonly merchant: Merchant;
  /** A second sandbox merchant. Needs `other-merchant`. */
  readonly other: Merchant;
  /** A live merchant. Needs `live`. */
  readonly live: Merchant;
  /** A second live merchant. Needs `other-live-merchant`. */
  readonly otherLive: Merchant;
  /** That of `merchant` and `other`: `live` in the checks that are `alsoInLive`. */
  readonly environment: 'sandbox' | 'live';
  readonly buyer: Buyer;
  readonly console: Console;
  readonly wallets: Wallets;
  readonly data: TestData;
  readonly time: Time;
  readonly capture: CaptureServer;
  /** Whether the target has this capability. */
  can(need: Capability): boolean;
  /** Whether the run makes its own merchants in an environment: no other program uses them or changes their settings. */
  readonly ownMerchants: Readonly<Record<'sandbox' | 'live', boolean>>;
  /** Another merchant's access where merchants can be made, else that of the standing one. */
  access(environment: 'sandbox' | 'live'): Promise<MerchantAccess>;
  readonly baseUrls: { readonly sandbox: string; readonly live: string | null };
  /** Every refusal of the run so far, whichever check caused it. */
  readonly refusals: readonly Exchange[];
  /** A socket to this origin, for a request that is written byte by byte. */
  connect(origin: string): ReturnType<PaymentsRun['connection']['connect']>;
  /** Milliseconds. The latest that the target's time can be: whether its clock also runs while it is moved is unknown. */
  latest(): number;
  /** Runs `work` while no other check of the run does what has this name too. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Registers a made-up key that contains too much of a real one: reports show `$LABEL` in its place. */
  hides(key: string, label: string): void;
  /** Adds a note to the report: what the check did or saw. */
  note(text: string): void;
  /** Records a burst for the report's chart of the rate limit. */
  burst(burst: BurstRecord): void;
  /** Leaves exchanges of a burst out of the report (the evidence has them); returns how many of its calls were lost. */
  leaveOut(ids: ReadonlySet<Exchange['id']>): number;
  /**
   * Records as evidence what was seen by other means than an exchange or a webhook, so that expectations can point to
   * it.
   */
  sees<T extends object>(what: string, seen: T): T;
  readonly [inner]: Inner;
}

/** The capture server, which receives the run's webhooks, as checks see it. */
interface CaptureServer extends Pick<Capture, 'find' | 'script' | 'stats' | 'url'> {
  /** A new address at it; always the same where it is reached at a fixed one. */
  hook(): WebhookAddress;
  /** The host that it listens on; null where webhooks arrive at a fixed address. */
  readonly host: string | null;
}

/** What `shared` needs of a context, and tests; no check. */
export const inner = Symbol('inner');

interface Inner {
  readonly run: PaymentsRun;
  readonly activity: Activity;
  readonly evidence: Evidence;
  readonly atOther: boolean;
  /** Which attempt at the check this is, from 1. A check is repeated when responses were lost or this machine was slow. */
  readonly turn: number;
}

/** By run: the bank of the target's list, null until a list was read; `turn`: how often it has been requested. */
const banks = new WeakMap<PaymentsRun, { readonly bank: Promise<Bank> | null; readonly turn: number }>();

interface Bank {
  readonly name: string;
  /** The target's own list was read. */
  readonly isListed: boolean;
}

export async function giveTo(run: PaymentsRun, activity: Activity, options: ContextOptions): Promise<CheckContext> {
  const { evidence, signal } = options;
  const record = recorder(evidence);
  // A repeated check uses other data: the wallet of the previous attempt may have used up its link requests of this
  // hour.
  const turn = (options.turn ?? 1) > 1 ? ` ${options.turn}` : '';
  const seed = createHash('sha256').update(`${run.assignment.seed} ${options.name}${turn}`).digest().readUInt32LE(0);
  const shop = shopOf(run.assignment.appearance);
  const data = new TestData((prefix) => run.unique(prefix), seed, shop, `${options.name}${turn}`);
  const mask = run.secrets.growingMask(evidence.merchants);
  const time = new Time(
    activity,
    signal,
    run.conductor.controlled ? Number.POSITIVE_INFINITY : run.target.maxWait,
    mask,
  );
  const sees = <T extends object>(what: string, seen: T) => witness(seen, run.evidence.sighting(what, seen, mask));
  const bankName = async (asking: Merchant) => {
    // This check creates its merchant itself; it must not become a part of the shared bank request.
    await asking.present();
    const bank = bankOf(run, activity.order, asking);
    return (await activity.idle(bank)).name;
  };
  const introduce = (make: (hook: ReturnType<typeof run.hook>) => Promise<MerchantAccess>) => {
    const hook = run.hook();
    const late = new LateAccess(hook.path, async () => {
      const access = await make(hook);
      evidence.merchants.push(access);
      run.knows(access, mask);
      return access;
    });
    return new Merchant({
      access: late,
      data,
      time,
      bankName,
      api: apiOf(
        lateClient(async () => {
          const access = await late.made();
          const noted = noting(run, access, (exchange) => record.exchange(exchange, access.merchantId));
          return ofShop(run.client(access, activity, { record: noted, mask, signal }), shop);
        }),
      ),
      webhooks: new Webhooks({
        capture: run.capture,
        path: hook.path,
        time,
        secret: () => late.known.webhookSecret,
        setting: () => run.secrets.webhookSetting(late.known),
        // Seconds: how soon a first attempt is made is not shown. Where the clock is controlled, waiting is free; in real time
        // `TARGET_MAX_WAIT` decides.
        arrival: run.conductor.controlled ? 900 : Math.max(60, Math.min(900, run.target.maxWait)),
        seen: (received) => record.delivery(received, late.known.webhookSecret),
      }),
      leaves: (task) => run.leaves(late.known, task),
    });
  };
  const needs = (need: Capability) => options.needs.includes(need);
  const needsLive = needs('live') || needs('live-buyer');
  const merchant = introduce((hook) => (options.atOther ? run.otherMerchant(hook) : run.merchant('sandbox', hook)));
  const other = needs('other-merchant') ? introduce((hook) => run.otherMerchant(hook)) : null;
  const live = needsLive ? introduce((hook) => run.merchant('live', hook)) : null;
  // There is one only where live merchants can be made, so it is made when it is used.
  const otherLive = needs('other-live-merchant') ? introduce((hook) => run.merchant('live', hook)) : null;
  // Merchants from the settings exist already, so `present` costs nothing.
  const { ownMerchants } = run.target;
  if (!ownMerchants.sandbox) await Promise.all([merchant.present(), other?.present()]);
  if (!ownMerchants.live) await live?.present();
  const needed = (merchant: Merchant | null, need: Capability) => {
    if (merchant === null) throw new Blocked(`suite fault: the check does not say that it needs ${need}`);
    return merchant;
  };
  return {
    merchant,
    get other() {
      return needed(other, 'other-merchant');
    },
    get live() {
      return needed(live, 'live');
    },
    get otherLive() {
      return needed(otherLive, 'other-live-merchant');
    },
    environment: 'sandbox',
    buyer: new Buyer(run, {
      seen: record.screenshot,
      sees,
      signal,
      onLost: () => evidence.lostCalls.push('a hosted page'),
    }),
    console: new Console(run, sees, time, (access) => {
      evidence.merchants.push(access);
      run.knows(access, mask);
    }),
    wallets: new Wallets(run, data, activity, time),
    data,
    time,
    capture: {
      find: (match) => run.capture.find(match),
      script: (...script) => run.capture.script(...script),
      get stats() {
        return run.capture.stats;
      },
      url: run.capture.url,
      hook: () => run.hook(),
      host: run.target.capture.publicUrl === null ? run.target.capture.host : null,
    },
    can: (need) => run.target.missing[need] === undefined,
    ownMerchants,
    access: (environment) => run.merchant(environment),
    baseUrls: { sandbox: run.target.baseUrl, live: run.target.liveBaseUrl },
    refusals: run.refusals,
    connect: (origin) => run.connection.connect(origin),
    latest: () => run.conductor.now() + run.conductor.totals.sleptMs,
    exclusively: (name, work) => run.exclusively(name, activity, work),
    hides: (apiKey, keyLabel) =>
      void evidence.merchants.push({ ...merchant.access, apiKey, webhookSecret: null, keyLabel }),
    note: record.note,
    burst: (burst) => evidence.bursts.push(burst),
    leaveOut: (ids) => {
      const { exchanges, lostCalls } = evidence;
      exchanges.splice(0, exchanges.length, ...exchanges.filter(({ id }) => !ids.has(id)));
      return lostCalls.splice(0).length;
    },
    sees,
    [inner]: { run, activity, evidence, atOther: options.atOther ?? false, turn: options.turn ?? 1 },
  };
}

/**
 * Requested once per run, by the first check that needs it; requested anew where no list was read, so that one lost
 * answer or refusal does not decide the bank of every later payout.
 */
function bankOf(run: PaymentsRun, order: number, asking: Merchant): Promise<Bank> {
  const { bank: known = null, turn: turns = 0 } = banks.get(run) ?? {};
  if (known !== null) return known;
  const turn = turns + 1;
  const bank = requestBank(run, order, asking, turn);
  banks.set(run, { bank, turn });
  const forget = () => void banks.set(run, { bank: null, turn });
  bank.then(({ isListed }) => isListed || forget(), forget);
  return bank;
}

/** Outside of the steps of the check that asks: another may come first in a resumed run. Throws NetworkError where the answer was lost. */
async function requestBank(run: PaymentsRun, order: number, asking: Merchant, turn: number): Promise<Bank> {
  const signal = new AbortController().signal;
  const history = run.durable?.preparation('a bank of the list', turn, signal) ?? null;
  const activity = await run.conductor.begin(order, history);
  return await activity.perform(async () => {
    const list = await asking.api.listBanks();
    const isListed = list.status === 200;
    return { name: aBankName(isListed ? list.json : null), isListed };
  });
}

/**
 * A preparation that several checks of a file read and none changes, such as one paid checkout whose record many checks
 * read. It runs once per run, for the first check that needs it; a repeated check runs it again unless `lastWhole`
 * finds one. Each has a name of its own: what two did under one name would be taken for what one did.
 */
export function shared<T>(
  written: string,
  needs: readonly Capability[],
  prepare: (context: CheckContext) => Promise<T>,
): (context: CheckContext) => Promise<T> {
  const told = withArticles(written);
  if (names.has(told)) throw new Error(`two preparations are called "${told}"`);
  names.add(told);
  const made = {
    sandbox: new WeakMap<PaymentsRun, Map<number, Preparation<T>>>(),
    other: new WeakMap<PaymentsRun, Map<number, Preparation<T>>>(),
    live: new WeakMap<PaymentsRun, Map<number, Preparation<T>>>(),
  };
  return async (context) => {
    const isLive = context.environment === 'live';
    const history = presentHistory();
    const { run, turn, activity, atOther, evidence: own } = context[inner];
    const name = isLive ? `live: ${told}` : atOther ? `other: ${told}` : told;
    const all = made[atOther ? 'other' : context.environment];
    const turns = all.get(run) ?? new Map<number, Preparation<T>>();
    all.set(run, turns);
    const known = turns.get(turn) ?? (history === null ? lastWhole(run, turns) : undefined);
    const preparation =
      known ??
      (isLive
        ? preparing(context[inner], name, needsInLive(needs), (prepared) => prepare(inLive(prepared)))
        : preparing(context[inner], name, needs, prepare));
    turns.set(turn, preparation);
    const { value, evidence, doubts } = preparation;
    try {
      // The preparation is an activity of its own; every check that needs it, the first included, only waits.
      return await activity.idle(value);
    } finally {
      include(own, name, evidence);
      for (const doubt of doubts) history?.doubt(doubt);
    }
  };
}

const names = new Set<string>();

/**
 * The latest preparation of earlier attempts, unless responses were lost during it or this machine has been slow since
 * it began. Not used in a resumable run: there each attempt has its own preparation, so that a replayed check finds the
 * same one.
 */
function lastWhole<T>(
  { slowness }: PaymentsRun,
  turns: ReadonlyMap<number, Preparation<T>>,
): Preparation<T> | undefined {
  const last = [...turns.values()].at(-1);
  if (last === undefined || last.evidence.lostCalls.length > 0) return undefined;
  return slowness.since(last.evidence.since) === null ? last : undefined;
}

interface Preparation<T> {
  readonly value: Promise<T>;
  readonly evidence: Evidence;
  /** Why a failure may not be the target's fault, from the history of the preparation. */
  readonly doubts: readonly string[];
}

function preparing<T>(
  { run, turn, atOther, activity: { order } }: Inner,
  name: string,
  needs: readonly Capability[],
  prepare: (context: CheckContext) => Promise<T>,
): Preparation<T> {
  const evidence = newEvidence();
  const signal = new AbortController().signal;
  const history = run.durable?.preparation(name, turn, signal) ?? null;
  const work = async () => {
    const activity = await run.conductor.begin(order, history);
    try {
      return await activity.perform(async () => {
        const own = await giveTo(run, activity, { name, needs, atOther, signal, evidence, turn });
        return await telling(evidence, () => prepare(own));
      });
    } finally {
      if (history !== null) run.locks.ended(history.name);
    }
  };
  return { value: work(), evidence, doubts: history?.doubts ?? [] };
}
