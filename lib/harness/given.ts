import { createHash } from 'node:crypto';
import { witness } from '../predicates/index.ts';
import type { Capability } from '../requirements/index.ts';
import { type Activity, presentHistory } from './activity.ts';
import { Buyer, Console } from './actors.ts';
import { aBankName } from './banks.ts';
import { Fresh } from './fresh.ts';
import { Merchant } from './merchant.ts';
import { Blocked } from './outcome.ts';
import type { MerchantAccess, Run } from './run.ts';
import { type BurstRecord, type Evidence, include, newEvidence, recorder, telling } from './story.ts';
import { Time } from './time.ts';
import { Wallets } from './wallets.ts';
import { Webhooks } from './webhooks.ts';

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
  /** For the report's picture of the rate limit. */
  burst(burst: BurstRecord): void;
  /** Writes down, as evidence, what was seen by other means than an exchange or a webhook; expectations can then point to it. */
  sees<T extends object>(what: string, seen: T): T;
  /** For `shared` alone. `turn`: how often the check is made, because answers were lost. */
  readonly turn: number;
  readonly activity: Activity;
  readonly evidence: Evidence;
}

const bankNames = new WeakMap<Run, Promise<string>>();

export async function giveTo(
  run: Run,
  activity: Activity,
  options: { name: string; needs: readonly Capability[]; signal: AbortSignal; evidence: Evidence; turn?: number },
): Promise<Given> {
  const { evidence, signal } = options;
  const record = recorder(evidence);
  const seed = createHash('sha256').update(`${run.assignment.seed} ${options.name}`).digest().readUInt32LE(0);
  const fresh = new Fresh((prefix) => run.unique(prefix), seed);
  const mask = run.secrets.growingMask(evidence.merchants);
  const time = new Time(
    activity,
    signal,
    run.conductor.controlled ? Number.POSITIVE_INFINITY : run.target.maxWait,
    mask,
  );
  const live = options.needs.includes('live') || options.needs.includes('live-buyer');
  const [merchant, other, liveMerchant] = await Promise.all([
    run.merchant('sandbox'),
    options.needs.includes('other-merchant') ? run.otherMerchant() : null,
    live ? run.merchant('live') : null,
  ]);
  for (const access of [merchant, other, liveMerchant]) {
    if (access === null) continue;
    evidence.merchants.push(access);
    run.knows(access, mask);
  }
  const sees = <T extends object>(what: string, seen: T) => witness(seen, run.journal.sighting(what, seen, mask));
  const bankName = async (asking: Merchant) => {
    const known = bankNames.get(run) ?? bankOf(run, activity.order, asking);
    bankNames.set(run, known);
    return await activity.idle(known);
  };
  const introduce = (access: MerchantAccess | null, need: Capability) => {
    if (access === null) throw new Blocked(`suite fault: the check does not say that it needs ${need}`);
    return new Merchant({
      access,
      fresh,
      time,
      bankName,
      api: run.client(access, activity, { record: record.exchange, mask }),
      webhooks: new Webhooks({
        capture: run.capture,
        path: access.hookPath,
        time,
        secret: () => access.webhookSecret,
        setting: run.secrets.webhookSetting(access),
        seen: (received) => record.delivery(received, access.webhookSecret),
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
    buyer: new Buyer(run, {
      seen: record.screenshot,
      sees,
      signal,
      onLost: () => evidence.losses.push('a hosted page'),
    }),
    console: new Console(run, sees, (access) => {
      evidence.merchants.push(access);
      run.knows(access, mask);
    }),
    wallets: new Wallets(run, fresh, activity),
    fresh,
    time,
    run,
    exclusively: (name, work) => run.exclusively(name, activity, work),
    note: record.note,
    burst: (burst) => evidence.bursts.push(burst),
    sees,
    activity,
    evidence,
    turn: options.turn ?? 1,
  };
}

/** Asked once per run, by whoever needs one first, and not as a part of its check: another may be the first when a run goes on. */
async function bankOf(run: Run, order: number, asking: Merchant): Promise<string> {
  const signal = new AbortController().signal;
  const history = run.durable?.preparation('a bank of the list', 1, signal) ?? null;
  const activity = await run.conductor.begin(order, history);
  return await activity.perform(async () => {
    const list = await asking.api.listBanks().catch(() => null);
    return aBankName(list?.status === 200 ? list.json : null);
  });
}

/**
 * A preparation that several checks of a file look at and none changes, such as one paid checkout whose record many read: made by
 * the first that asks, once per run; once more where answers were lost meanwhile and a check did not pass.
 */
export function shared<T>(
  name: string,
  needs: readonly Capability[],
  prepare: (given: Given) => Promise<T>,
): (given: Given) => Promise<T> {
  const made = new WeakMap<Run, Map<number, Preparation<T>>>();
  return async (given) => {
    const history = presentHistory();
    const turns = made.get(given.run) ?? new Map<number, Preparation<T>>();
    made.set(given.run, turns);
    const known = turns.get(given.turn) ?? (history === null ? lastWhole(turns) : undefined);
    const preparation = known ?? preparing(given, name, needs, prepare);
    turns.set(given.turn, preparation);
    const { value, evidence, doubts } = preparation;
    try {
      // Whoever prepares acts for all; the others, and the one that asked first, only wait.
      return await given.activity.idle(value);
    } finally {
      include(given.evidence, name, evidence);
      for (const doubt of doubts) history?.doubt(doubt);
    }
  };
}

/**
 * Of earlier turns the last one, unless answers were lost. Not in a run that may be gone on with: there each turn has its own, so that
 * a check that is run through again finds the same one.
 */
function lastWhole<T>(turns: ReadonlyMap<number, Preparation<T>>): Preparation<T> | undefined {
  const last = [...turns.values()].at(-1);
  return last !== undefined && last.evidence.losses.length === 0 ? last : undefined;
}

interface Preparation<T> {
  readonly value: Promise<T>;
  readonly evidence: Evidence;
  /** As of its history. */
  readonly doubts: readonly string[];
}

function preparing<T>(
  { run, turn, activity: { order } }: Given,
  name: string,
  needs: readonly Capability[],
  prepare: (given: Given) => Promise<T>,
): Preparation<T> {
  const evidence = newEvidence();
  const signal = new AbortController().signal;
  const history = run.durable?.preparation(name, turn, signal) ?? null;
  const work = async () => {
    const activity = await run.conductor.begin(order, history);
    try {
      return await activity.perform(async () => {
        const own = await giveTo(run, activity, { name, needs, signal, evidence, turn });
        return await telling(evidence, () => prepare(own));
      });
    } finally {
      if (history !== null) run.locks.ended(history.name);
    }
  };
  return { value: work(), evidence, doubts: history?.doubts ?? [] };
}
