import { createHash } from 'node:crypto';
import type { ExchangeRecord } from '../client/index.ts';
import type { Capability } from '../requirements/index.ts';
import type { Screenshot } from '../target/hosted-page.ts';
import { Buyer, Console } from './actors.ts';
import { aBankName } from './banks.ts';
import type { Activity } from './conductor.ts';
import { Fresh } from './fresh.ts';
import { Merchant } from './merchant.ts';
import { Blocked } from './outcome.ts';
import type { MerchantAccess, Run } from './run.ts';
import { Time } from './time.ts';
import { Wallets } from './wallets.ts';
import { type Received, Webhooks } from './webhooks.ts';

/** What a check is given. */
export interface Given {
  /** A sandbox merchant: one of the check's own where merchants can be made, else the standing one, which others use too. */
  readonly merchant: Merchant;
  /** A second sandbox merchant. Needs `other-merchant`. */
  readonly other: Merchant;
  /** A live merchant. Needs `live`. */
  readonly live: Merchant;
  readonly buyer: Buyer;
  readonly console: Console;
  readonly wallets: Wallets;
  readonly fresh: Fresh;
  readonly time: Time;
  readonly run: Run;
  /** As `run.exclusively`, by this check. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Says in the report what the check did or saw. */
  note(text: string): void;
  /** For `shared` alone. */
  readonly activity: Activity;
  readonly evidence: Evidence;
}

/** What a check leaves for the report, in order. Secrets are masked already. */
export interface Evidence {
  readonly exchanges: ExchangeRecord[];
  readonly deliveries: { received: Received; secret: string | null }[];
  readonly notes: string[];
  readonly screenshots: Screenshot[];
  /** Whose secrets must not be told. */
  readonly merchants: MerchantAccess[];
}

export function newEvidence(): Evidence {
  return { exchanges: [], deliveries: [], notes: [], screenshots: [], merchants: [] };
}

const bankNames = new WeakMap<Run, Promise<string>>();

export async function giveTo(
  run: Run,
  activity: Activity,
  options: { name: string; needs: readonly Capability[]; signal: AbortSignal; evidence: Evidence },
): Promise<Given> {
  const { evidence, signal } = options;
  const seed = createHash('sha256').update(`${run.assignment.seed} ${options.name}`).digest().readUInt32LE(0);
  const fresh = new Fresh((prefix) => run.unique(prefix), seed);
  const time = new Time(activity, signal, run.conductor.controlled ? Number.POSITIVE_INFINITY : run.target.maxWait);
  const live = options.needs.includes('live') || options.needs.includes('live-buyer');
  const [merchant, other, liveMerchant] = await Promise.all([
    run.merchant('sandbox'),
    options.needs.includes('other-merchant') ? run.otherMerchant() : null,
    live ? run.merchant('live') : null,
  ]);
  const bankName = (asking: Merchant) => {
    const known =
      bankNames.get(run) ??
      asking.api.listBanks().then(
        (list) => aBankName(list.status === 200 ? list.json : null),
        () => aBankName(null),
      );
    bankNames.set(run, known);
    return known;
  };
  const introduce = (access: MerchantAccess | null, need: Capability) => {
    if (access === null) throw new Blocked(`suite fault: the check does not say that it needs ${need}`);
    evidence.merchants.push(access);
    return new Merchant({
      access,
      fresh,
      time,
      bankName,
      api: run.client(access, activity, (exchange) => evidence.exchanges.push(exchange)),
      webhooks: new Webhooks({
        capture: run.capture,
        path: access.hookPath,
        time,
        secret: () => access.webhookSecret,
        seen: (received) => evidence.deliveries.push({ received, secret: access.webhookSecret }),
      }),
      leaves: (leftover) => run.leaves(access, leftover),
    });
  };
  const merchants = new Map<string, Merchant>();
  const once = (need: Capability, access: MerchantAccess | null) => {
    const known = merchants.get(need) ?? introduce(access, need);
    merchants.set(need, known);
    return known;
  };
  return {
    merchant: introduce(merchant, 'buyer'),
    get other() {
      return once('other-merchant', other);
    },
    get live() {
      return once('live', liveMerchant);
    },
    buyer: new Buyer(run, evidence.screenshots, signal),
    console: new Console(run),
    wallets: new Wallets(run, fresh, activity),
    fresh,
    time,
    run,
    exclusively: (name, work) => run.exclusively(name, activity, work),
    note: (text) => evidence.notes.push(text),
    activity,
    evidence,
  };
}

/**
 * A preparation that several checks of a file look at and none changes, such as one paid checkout whose record many read: made by
 * the first that asks, once per run.
 */
export function shared<T>(
  name: string,
  needs: readonly Capability[],
  prepare: (given: Given) => Promise<T>,
): (given: Given) => Promise<T> {
  const made = new WeakMap<Run, { value: Promise<T>; evidence: Evidence }>();
  return async (given) => {
    let known = made.get(given.run);
    if (known === undefined) {
      const evidence = newEvidence();
      known = { value: preparing(given, name, needs, evidence, prepare), evidence };
      made.set(given.run, known);
    }
    const { value, evidence } = known;
    try {
      // Whoever prepares acts for all; the others, and the one that asked first, only wait.
      return await given.activity.idle(value);
    } finally {
      given.evidence.exchanges.push(...evidence.exchanges);
      given.evidence.deliveries.push(...evidence.deliveries);
      given.evidence.notes.push(...evidence.notes);
      given.evidence.screenshots.push(...evidence.screenshots);
      given.evidence.merchants.push(...evidence.merchants);
    }
  };
}

async function preparing<T>(
  given: Given,
  name: string,
  needs: readonly Capability[],
  evidence: Evidence,
  prepare: (given: Given) => Promise<T>,
): Promise<T> {
  const activity = await given.run.conductor.begin(given.activity.order);
  return await activity.perform(async () => {
    const signal = new AbortController().signal;
    return await prepare(await giveTo(given.run, activity, { name, needs, signal, evidence }));
  });
}
