import { type Exchange, objectOf, type TimedStep, textIn } from './events.ts';
import type { Machine, ObjectKind } from './machine.ts';
import { machines } from './machines.ts';
import type { ModelObject } from './model-object.ts';
import type { ModelState } from './model-state.ts';
import { isAccepted, isUnknown, REPEATED_LINK_REQUEST, type RequestSubject } from './operations.ts';

// Which trigger occurred in which state: every state of the tables with everything that can happen in it, including
// what must not change it.

/** `escrow, funded: cancel`. */
export type Pair = `${ObjectKind}, ${string}: ${string}`;

export const pairOf = (kind: ObjectKind, state: string, trigger: string): Pair => `${kind}, ${state}: ${trigger}`;

/** Requests that can name an object that does not exist. */
const triggersOfUnknownObjects: Readonly<Record<ObjectKind, readonly string[]>> = {
  checkout: ['create', 'look', 'refund'],
  refund: ['create', 'look'],
  payout: ['create', 'look'],
  escrow: ['create', 'look', 'release', 'refund', 'cancel'],
  // A link gets its id at its creation.
  'wallet link': ['look', 'approve', 'reject', 'unlink'],
};

/** Triggers beside the operations of the tables. `stranger`: a request of another merchant that names the object. */
const triggersOfAllKinds = ['look', 'stranger', 'wrong credentials', 'time'] as const;
const triggersOfKind: Readonly<Record<ObjectKind, readonly string[]>> = {
  checkout: ['refund', 'replay', 'other body'],
  refund: ['replay', 'other body'],
  payout: ['replay', 'other body'],
  escrow: ['replay', 'other body'],
  'wallet link': ['ask again', 'newer request', 'balance'],
};

/** Operations that no request names: they follow from the creation of another link. */
const CONSEQUENT_OPERATIONS: readonly string[] = ['supersede', 'perhaps supersede'];

/** States that no response shows for certain. */
const HIDDEN: readonly string[] = ['absent', 'superseded'];

/** Left out: an escrow expires after a day, and "how long an idempotency key is remembered" is not shown. */
const KEY_TRIGGERS: readonly string[] = ['replay', 'other body'];
const STATES_AFTER_KEY_MEMORY: readonly string[] = ['escrow expired'];

function pairsOf(machine: Machine): Pair[] {
  const { kind, states, operations, timedTransitions } = machine;
  const triggers = [...Object.keys(operations), ...triggersOfKind[kind], ...triggersOfAllKinds].filter(
    (trigger) => !CONSEQUENT_OPERATIONS.includes(trigger) && !(kind === 'wallet link' && trigger === 'create'),
  );
  const moved = (state: string) => timedTransitions.some(({ from }) => from === state);
  const isOpen = (state: string, trigger: string) =>
    (trigger === 'time' && moved(state)) ||
    (KEY_TRIGGERS.includes(trigger) && STATES_AFTER_KEY_MEMORY.includes(`${kind} ${state}`));
  return [
    ...triggersOfUnknownObjects[kind].map((trigger) => pairOf(kind, 'absent', trigger)),
    ...states
      .filter((state) => !HIDDEN.includes(state))
      .flatMap((state) => triggers.flatMap((trigger) => (isOpen(state, trigger) ? [] : pairOf(kind, state, trigger)))),
    ...timedTransitions.flatMap(({ from, to }) => to.map((state) => pairOf(kind, from, becomes(state)))),
  ];
}

/** The trigger of a transition without a request: a settlement, an expiry, an automatic release. */
export const becomes = (state: string) => `becomes ${state}`;

export const allPairs: readonly Pair[] = Object.values(machines).flatMap(pairsOf);
const known = new Set<string>(allPairs);

/** Target time, in seconds, after which every transition caused by time has happened, except an automatic release. */
const ALL_TIMED_TRANSITIONS_S: Readonly<Record<ObjectKind, number>> = {
  checkout: 86_400,
  refund: 86_400,
  payout: 86_400,
  escrow: 86_400,
  'wallet link': 3_600,
};
const MIN_ALL_TIMED_TRANSITIONS_S = Math.min(...Object.values(ALL_TIMED_TRANSITIONS_S));

/** Collects the pairs that occur while the judge works. */
export class ReachedPairs {
  readonly pairs = new Set<Pair>();
  readonly #model: ModelState;
  readonly #stateBefore = new Map<Exchange, string | null>();
  readonly #byKey = new Map<string, ModelObject>();
  /** The state after the last operation or GET: if the next GET shows another one, it came about by itself. */
  readonly #left = new Map<ModelObject, string>();
  /** The state before a long advance of the clock. */
  readonly #stateBeforeAdvance = new Map<ModelObject, string>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange, subject: RequestSubject, object: ModelObject): void {
    this.#stateBefore.set(exchange, stateOf(object));
    for (const other of this.#model.objectsNamed(subject.kind, exchange.environment, subject.reference))
      if (other.merchant !== exchange.merchant && other.creation !== null) this.#add(other, 'stranger');
  }

  onResponse(exchange: Exchange, subject: RequestSubject, object: ModelObject): void {
    const before = this.#stateBefore.get(exchange) ?? null;
    this.#stateBefore.delete(exchange);
    if (isUnknown(exchange)) return;
    if (exchange.credentials !== 'own') this.#add(object, 'wrong credentials', before);
    else this.#onCarriedOut(exchange, subject, object, before);
  }

  #onCarriedOut(exchange: Exchange, subject: RequestSubject, object: ModelObject, before: string | null): void {
    const use = `${exchange.merchant} ${exchange.path.join('/')} ${exchange.key}`;
    if (isAccepted(exchange) && exchange.key !== null && !this.#byKey.has(use)) this.#byKey.set(use, object);
    const owner = this.#byKey.get(use);
    if (exchange.code === 'idempotency_key_reused') {
      if (owner !== undefined) this.#add(owner, 'other body');
      return;
    }
    const operation =
      subject.operation === null || subject.operation === REPEATED_LINK_REQUEST ? 'look' : subject.operation;
    this.#add(object, exchange.isReplay ? 'replay' : operation, before);
    if (subject.operation === null) this.#onShownStatus(object, textIn(exchange.json, 'status'));
    else if (isAccepted(exchange) && !exchange.isReplay) {
      this.#left.delete(object);
      const [made] = object.possible.machine.operations.create?.absent?.to ?? [];
      if (subject.operation === 'create' && made !== undefined) this.#left.set(object, made);
    }
  }

  #onShownStatus(object: ModelObject, now: string | null): void {
    if (now === null) return;
    const lastKnownState = this.#left.get(object);
    const isDue = object.possible.machine.timedTransitions.some(
      ({ from, to }) => from === lastKnownState && to.includes(now),
    );
    if (isDue && lastKnownState !== undefined) this.#add(object, becomes(now), lastKnownState);
    if (this.#stateBeforeAdvance.get(object) === now) this.#add(object, 'time', now);
    this.#left.set(object, now);
  }

  /** Requests about no single object that affect one or read from one. */
  onWiderRequest({ method, path, body, environment, merchant, credentials }: Exchange): void {
    if (credentials !== 'own') return;
    const [collection = '', walletId = '', last] = path;
    const ofMerchant = (object: ModelObject) => object.merchant === merchant;
    if (method === 'POST' && collection === 'refunds' && path.length === 1) {
      const reference = textIn(body, 'paymentReference');
      if (reference !== null) this.#add(this.#model.object('checkout', environment, merchant, reference), 'refund');
    } else if (method === 'POST' && collection === 'wallet-links' && path.length === 1) {
      const linkRef = textIn(body, 'linkRef');
      for (const link of this.#model.linksOf(environment, textIn(body, 'walletId')).filter(ofMerchant))
        this.#add(link, textIn(link.body, 'linkRef') === linkRef ? 'ask again' : 'newer request');
    } else if (collection === 'wallets' && last === 'balance') {
      for (const link of this.#model.linksOf(environment, walletId).filter(ofMerchant)) this.#add(link, 'balance');
    }
  }

  onPersonAction(object: ModelObject, operation: string): void {
    this.#left.delete(object);
    this.#add(object, operation);
  }

  onClockStep({ endpoint, body }: TimedStep): void {
    if (endpoint !== 'POST /clock/advance') return;
    const seconds = Number(objectOf(body)?.seconds ?? 0);
    // A whole run advances the clock a thousand times, mostly by seconds.
    if (seconds < MIN_ALL_TIMED_TRANSITIONS_S) return;
    for (const object of this.#model.objects) {
      const state = seconds >= ALL_TIMED_TRANSITIONS_S[object.kind] ? stateOf(object) : null;
      if (state !== null) this.#stateBeforeAdvance.set(object, state);
    }
  }

  #add(object: ModelObject, trigger: string, state: string | null = stateOf(object)): void {
    const pair = state === null ? null : pairOf(object.kind, state, trigger);
    if (pair !== null && known.has(pair)) this.pairs.add(pair);
  }
}

/** The last known state, not counting what may have come about by itself since. Null where nothing is known. */
function stateOf({ possible, isBroken }: ModelObject): string | null {
  const { states } = possible.machine;
  if (isBroken || possible.states.size === states.length) return null;
  return states.find((state) => possible.states.has(state)) ?? null;
}
