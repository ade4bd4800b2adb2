import { type Exchange, objectOf, type Step, textIn } from './events.ts';
import type { Kind, Machine } from './machine.ts';
import { machines } from './machines.ts';
import { AGAIN, isAccepted, isUnknown, type Matter } from './operations.ts';
import type { Thing } from './things.ts';
import type { World } from './world.ts';

// Which trigger occurred in which state: every state of the tables with everything that can happen in it, including
// what must not change it.

/** `escrow, funded: cancel`. */
export type Pair = `${Kind}, ${string}: ${string}`;

export const pairOf = (kind: Kind, state: string, trigger: string): Pair => `${kind}, ${state}: ${trigger}`;

/** Requests that can name an object that does not exist. */
const ofNothing: Readonly<Record<Kind, readonly string[]>> = {
  checkout: ['create', 'look', 'refund'],
  refund: ['create', 'look'],
  payout: ['create', 'look'],
  escrow: ['create', 'look', 'release', 'refund', 'cancel'],
  // A link gets its id at its creation.
  'wallet link': ['look', 'approve', 'reject', 'unlink'],
};

/** Triggers beside the operations of the tables. `stranger`: a request of another merchant that names the object. */
const ofAll = ['look', 'stranger', 'wrong credentials', 'time'] as const;
const ofKind: Readonly<Record<Kind, readonly string[]>> = {
  checkout: ['refund', 'replay', 'other body'],
  refund: ['replay', 'other body'],
  payout: ['replay', 'other body'],
  escrow: ['replay', 'other body'],
  'wallet link': ['ask again', 'newer request', 'balance'],
};

/** Operations that no request names: they follow from the creation of another link. */
const FOLLOWS: readonly string[] = ['supersede', 'perhaps supersede'];

/** States that no response shows for certain. */
const HIDDEN: readonly string[] = ['absent', 'superseded'];

/** Left out: an escrow expires after a day, and "how long an idempotency key is remembered" is not shown. */
const KEYED: readonly string[] = ['replay', 'other body'];
const FORGOTTEN: readonly string[] = ['escrow expired'];

function pairsOf(machine: Machine): Pair[] {
  const { kind, states, operations, due } = machine;
  const triggers = [...Object.keys(operations), ...ofKind[kind], ...ofAll].filter(
    (trigger) => !FOLLOWS.includes(trigger) && !(kind === 'wallet link' && trigger === 'create'),
  );
  const moved = (state: string) => due.some(({ from }) => from === state);
  const isOpen = (state: string, trigger: string) =>
    (trigger === 'time' && moved(state)) || (KEYED.includes(trigger) && FORGOTTEN.includes(`${kind} ${state}`));
  return [
    ...ofNothing[kind].map((trigger) => pairOf(kind, 'absent', trigger)),
    ...states
      .filter((state) => !HIDDEN.includes(state))
      .flatMap((state) => triggers.flatMap((trigger) => (isOpen(state, trigger) ? [] : pairOf(kind, state, trigger)))),
    ...due.flatMap(({ from, to }) => to.map((state) => pairOf(kind, from, becomes(state)))),
  ];
}

/** The trigger of a transition without a request: a settlement, an expiry, an automatic release. */
export const becomes = (state: string) => `becomes ${state}`;

export const allPairs: readonly Pair[] = Object.values(machines).flatMap(pairsOf);
const known = new Set<string>(allPairs);

/** Target time, in seconds, after which every transition caused by time has happened, except an automatic release. */
const LONG: Readonly<Record<Kind, number>> = {
  checkout: 86_400,
  refund: 86_400,
  payout: 86_400,
  escrow: 86_400,
  'wallet link': 3_600,
};
const SHORTEST = Math.min(...Object.values(LONG));

/** Collects the pairs that occur while the judge works. */
export class Reached {
  readonly pairs = new Set<Pair>();
  readonly #world: World;
  readonly #before = new Map<Exchange, string | null>();
  readonly #byKey = new Map<string, Thing>();
  /** The state after the last operation or GET: if the next GET shows another one, it came about by itself. */
  readonly #left = new Map<Thing, string>();
  /** The state before a long advance of the clock. */
  readonly #slept = new Map<Thing, string>();

  constructor(world: World) {
    this.#world = world;
  }

  asked(exchange: Exchange, matter: Matter, thing: Thing): void {
    this.#before.set(exchange, stateOf(thing));
    for (const other of this.#world.named(matter.kind, exchange.environment, matter.reference))
      if (other.merchant !== exchange.merchant && other.creation !== null) this.#meets(other, 'stranger');
  }

  answered(exchange: Exchange, matter: Matter, thing: Thing): void {
    const before = this.#before.get(exchange) ?? null;
    this.#before.delete(exchange);
    if (isUnknown(exchange)) return;
    if (exchange.credentials !== 'own') this.#meets(thing, 'wrong credentials', before);
    else this.#carriedOut(exchange, matter, thing, before);
  }

  #carriedOut(exchange: Exchange, matter: Matter, thing: Thing, before: string | null): void {
    const use = `${exchange.merchant} ${exchange.path.join('/')} ${exchange.key}`;
    if (isAccepted(exchange) && exchange.key !== null && !this.#byKey.has(use)) this.#byKey.set(use, thing);
    const owner = this.#byKey.get(use);
    if (exchange.code === 'idempotency_key_reused') {
      if (owner !== undefined) this.#meets(owner, 'other body');
      return;
    }
    const operation = matter.operation === null || matter.operation === AGAIN ? 'look' : matter.operation;
    this.#meets(thing, exchange.isReplay ? 'replay' : operation, before);
    if (matter.operation === null) this.#shown(thing, textIn(exchange.json, 'status'));
    else if (isAccepted(exchange) && !exchange.isReplay) {
      this.#left.delete(thing);
      const [made] = thing.life.machine.operations.create?.absent?.to ?? [];
      if (matter.operation === 'create' && made !== undefined) this.#left.set(thing, made);
    }
  }

  #shown(thing: Thing, now: string | null): void {
    if (now === null) return;
    const left = this.#left.get(thing);
    const isDue = thing.life.machine.due.some(({ from, to }) => from === left && to.includes(now));
    if (isDue && left !== undefined) this.#meets(thing, becomes(now), left);
    if (this.#slept.get(thing) === now) this.#meets(thing, 'time', now);
    this.#left.set(thing, now);
  }

  /** Requests about no single object that affect one or read from one. */
  alsoAsked({ method, path, body, environment, merchant, credentials }: Exchange): void {
    if (credentials !== 'own') return;
    const [collection = '', walletId = '', last] = path;
    const ofMerchant = (thing: Thing) => thing.merchant === merchant;
    if (method === 'POST' && collection === 'refunds' && path.length === 1) {
      const reference = textIn(body, 'paymentReference');
      if (reference !== null) this.#meets(this.#world.thing('checkout', environment, merchant, reference), 'refund');
    } else if (method === 'POST' && collection === 'wallet-links' && path.length === 1) {
      const linkRef = textIn(body, 'linkRef');
      for (const link of this.#world.linksOf(environment, textIn(body, 'walletId')).filter(ofMerchant))
        this.#meets(link, textIn(link.body, 'linkRef') === linkRef ? 'ask again' : 'newer request');
    } else if (collection === 'wallets' && last === 'balance') {
      for (const link of this.#world.linksOf(environment, walletId).filter(ofMerchant)) this.#meets(link, 'balance');
    }
  }

  stepped(thing: Thing, operation: string): void {
    this.#left.delete(thing);
    this.#meets(thing, operation);
  }

  passed({ endpoint, body }: Step): void {
    if (endpoint !== 'POST /clock/advance') return;
    const seconds = Number(objectOf(body)?.seconds ?? 0);
    // A whole run advances the clock a thousand times, mostly by seconds.
    if (seconds < SHORTEST) return;
    for (const thing of this.#world.things) {
      const state = seconds >= LONG[thing.kind] ? stateOf(thing) : null;
      if (state !== null) this.#slept.set(thing, state);
    }
  }

  #meets(thing: Thing, trigger: string, state: string | null = stateOf(thing)): void {
    const pair = state === null ? null : pairOf(thing.kind, state, trigger);
    if (pair !== null && known.has(pair)) this.pairs.add(pair);
  }
}

/** The last known state, not counting what may have come about by itself since. Null where nothing is known. */
function stateOf({ life, isBroken }: Thing): string | null {
  const { states } = life.machine;
  if (isBroken || life.possible.size === states.length) return null;
  return states.find((state) => life.possible.has(state)) ?? null;
}
