import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn, objectOf, textIn } from '../../events.ts';
import { isAccepted, isUnknown, type Matter, type Operation } from '../../operations.ts';
import { hasNoBody, hasPlainKey, isPlainEscrowRefund, isPlainRefund } from '../../plain.ts';
import { anyOf, type Thing, type Violation } from '../../things.ts';
import type { World } from '../../world.ts';
import type { Window } from '../records/life.ts';
import { ANOTHER_CODE, ANOTHER_STATUS, isRightRefund, isUsed } from '../requests/right-requests.ts';

// Rules in which one object decides about another: a checkout about its refunds, links about a wallet's balance, one
// merchant's object about what another merchant is shown.

export const ofOthers: Readonly<Record<Thing['kind'], RequirementId>> = {
  checkout: 'checkout.other-merchant-sees-nothing',
  refund: 'refund.other-merchant-sees-nothing',
  payout: 'payout.other-merchant-sees-nothing',
  escrow: 'escrow.other-merchant',
  'wallet link': 'wallet-link.other-merchant',
};

export const neverUsed: Readonly<Partial<Record<Thing['kind'], RequirementId>>> = {
  checkout: 'checkout.created',
  refund: 'refund.created',
  payout: 'payout.created',
  escrow: 'escrow.created',
};

export const keyReused: Readonly<Partial<Record<Thing['kind'], RequirementId>>> = {
  checkout: 'idempotency.checkout-key-reused',
  refund: 'idempotency.refund-key-reused',
  payout: 'idempotency.payout-key-reused',
  escrow: 'idempotency.escrow-key-reused',
};

/** Codes that a refund cannot rightly be refused with while its checkout is in one of these states. */
export const falseRefusals: readonly { code: string; was: readonly string[]; requirement: RequirementId }[] = [
  { code: 'payment_not_paid', was: ['succeeded'], requirement: 'refund.up-to-amount-paid' },
  { code: 'payment_not_found', was: ['pending', 'succeeded', 'failed'], requirement: 'refund.created' },
  { code: 'refund_exceeds_paid', was: ['pending'], requirement: 'refund.pending-payment' },
  { code: 'refund_exceeds_paid', was: ['failed'], requirement: 'refund.failed-payment' },
];

/**
 * The one right refusal of a refund that is otherwise valid ("Errors"), by the state of its checkout; if that has
 * `succeeded`, the refund exceeds what is left.
 */
export const reasons: Readonly<Record<string, { status: number; code: string; requirement: RequirementId }>> = {
  absent: { status: 404, code: 'payment_not_found', requirement: 'refund.payment-not-found' },
  pending: { status: 409, code: 'payment_not_paid', requirement: 'refund.pending-payment' },
  failed: { status: 409, code: 'payment_not_paid', requirement: 'refund.failed-payment' },
  succeeded: { status: 422, code: 'refund_exceeds_paid', requirement: 'refund.any-time-later' },
};

export class Parents {
  readonly #world: World;
  readonly #windows = new Map<object, Window>();
  /** By the creation of a link: the older links that it cancels. */
  readonly #older = new Map<Operation, readonly (readonly [Thing, Window])[]>();

  constructor(world: World) {
    this.#world = world;
  }

  asked(exchange: Exchange): void {
    const isLink = exchange.path[0] === 'wallet-links' && exchange.path.length === 1 && exchange.method === 'POST';
    if (isLink && (isAccepted(exchange) || isUnknown(exchange))) this.#supersedes(exchange);
    const checkout = this.#checkoutOf(exchange);
    if (checkout === null || isAccepted(exchange)) return;
    this.#world.passes(checkout);
    this.#windows.set(exchange, checkout.life.opens());
  }

  begins(operation: Operation, thing: Thing): void {
    if (thing.kind === 'wallet link' && operation.operation === 'create') {
      this.#overlaps(operation, thing);
      this.#older.set(operation, this.#olderThan(operation));
    }
    const checkout = this.#checkoutOf(operation.exchange);
    if (checkout !== null) {
      checkout.operations.push(operation);
      this.#world.passes(checkout);
      if (operation.ended !== null) this.#windows.set(operation, checkout.life.opens());
    }
  }

  /** Refund create, behaviour rule 3: "the checkout must be `succeeded`". */
  ends(operation: Operation, thing: Thing): Violation[] {
    for (const [older, window] of this.#older.get(operation) ?? []) older.life.takes('supersede', window);
    this.#older.delete(operation);
    const checkout = this.#checkoutOf(operation.exchange);
    const window = this.#windows.get(operation);
    if (checkout === null || window === undefined) return [];
    this.#windows.delete(operation);
    const { exchange } = operation;
    const amount = integerIn(exchange.body, 'amount');
    checkout.tells(`refund ${thing.reference} of ${amount} was accepted`, exchange.id);
    if (checkout.isBroken) {
      checkout.life.closes(window);
      return [];
    }
    if (checkout.life.sees(['succeeded'], window)) {
      checkout.last = 'refund';
      return [];
    }
    const was = (state: string) => window.states.has(state);
    const others = this.#world
      .named('checkout', checkout.environment, checkout.reference)
      .filter((other) => other !== checkout && other.creation !== null);
    const requirement = was('failed')
      ? 'refund.failed-payment'
      : was('pending')
        ? 'refund.pending-payment'
        : others.length > 0
          ? 'refund.other-merchants-payment'
          : 'refund.payment-not-found';
    const state = [...window.states].join(' or ');
    const what = `a refund of ${amount} was accepted while its checkout was ${state}`;
    return [
      checkout.violation(requirement, what, 'a refusal: only a succeeded checkout can be refunded', {
        exchanges: [exchange.id],
      }),
    ];
  }

  /** Reports a refusal that cannot be right. */
  refused(exchange: Exchange, matter: Matter, thing: Thing, window: Window): Violation[] {
    const parent = this.#windows.get(exchange);
    const checkout = this.#checkoutOf(exchange);
    this.#windows.delete(exchange);
    if (parent !== undefined) checkout?.life.closes(parent);
    const isOnly = (states: ReadonlySet<string>, allowed: readonly string[]) =>
      states.size > 0 && [...states].every((state) => allowed.includes(state));
    if (this.#world.repeatsRefusal(exchange)) return [];
    if (exchange.code === 'duplicate_reference' && matter.operation === 'create')
      return this.#neverUsed(exchange, matter, thing);
    if (parent !== undefined && checkout !== null && !checkout.isBroken) {
      const amount = integerIn(exchange.body, 'amount');
      if (exchange.code === 'refund_exceeds_paid' && amount !== null && amount > 0)
        checkout.tooMuch.push({ exchange, amount, isPaid: isOnly(parent.states, ['succeeded']) });
      const whole = integerIn(checkout.body, 'amount');
      // Of two reasons a target may give either.
      const isBeyond = exchange.code === 'refund_exceeds_paid' && (amount === null || whole === null || amount > whole);
      const line = isBeyond
        ? undefined
        : falseRefusals.find(({ code, was }) => code === exchange.code && isOnly(parent.states, was));
      if (line !== undefined) {
        const what = `a refund was refused with ${exchange.status} ${exchange.code} while its checkout was ${[...parent.states].join(' or ')}`;
        return [checkout.violation(line.requirement, what, 'what fits that state', { exchanges: [exchange.id] })];
      }
      const otherwise = isBeyond ? null : this.#otherwise(exchange, matter, checkout, parent);
      if (otherwise !== null) return [otherwise];
    }
    return this.#owed(exchange, matter, thing, window);
  }

  /** Refused for another reason than the state of its checkout. */
  #otherwise(exchange: Exchange, matter: Matter, checkout: Thing, { states }: Window): Violation | null {
    const { status, code, merchant } = exchange;
    const [state = '', ...more] = states;
    const reason = reasons[state];
    // A 400 is judged by the rule about valid requests (right-requests.ts).
    const isOthers = status === 400 || ANOTHER_STATUS.includes(status) || ANOTHER_CODE.includes(code ?? '');
    if (reason === undefined || more.length > 0 || isOthers || !isPlainRefund(exchange)) return null;
    if (!isRightRefund(objectOf(exchange.body) ?? {}) || isUsed(this.#world, matter, merchant)) return null;
    if (status === reason.status && code === reason.code) return null;
    const what = `a refund was refused with ${status} ${code ?? ''} while its checkout was ${anyOf(states)}`;
    const allowed = `${state === 'succeeded' ? 'it is accepted, or ' : ''}${reason.status} \`${reason.code}\``;
    return checkout.violation(reason.requirement, what, allowed, { exchanges: [exchange.id] });
  }

  /** "409 `duplicate_reference`: Reference already used". */
  #neverUsed(exchange: Exchange, { reference }: Matter, thing: Thing): Violation[] {
    const users = this.#world
      .anythingNamed(reference)
      .filter(({ operations }) => operations.some(({ operation }) => operation === 'create'));
    const requirement = neverUsed[thing.kind];
    if (users.length > 0 || requirement === undefined) return [];
    const what = `create was refused with 409 duplicate_reference, and nothing was ever created under ${reference}`;
    return [thing.violation(requirement, what, 'this reference is free', { exchanges: [exchange.id] })];
  }

  /** An operation was refused in a state in which the table requires it. */
  #owed(exchange: Exchange, { operation }: Matter, thing: Thing, window: Window): Violation[] {
    const { status, code, method } = exchange;
    if ((method === 'POST' && !hasPlainKey(exchange)) || status < 400) return [];
    if ([401, 403, 415, 429].includes(status) || code === 'request_in_progress' || code === 'idempotency_key_reused')
      return [];
    const [state, ...more] = window.states;
    const line = thing.life.machine.owed.find((each) => each.operation === operation && each.was === state);
    if (line === undefined || more.length > 0 || window.operations.size > 0 || thing.creation === null) return [];
    // "conditions met": its meaning is not shown.
    if (operation === 'release' && objectOf(thing.body)?.conditions != null) return [];
    // "Sandbox only."
    if (thing.kind === 'wallet link' && thing.environment === 'live' && operation !== 'unlink') return [];
    const amount = integerIn(thing.body, 'amount');
    const isPlain =
      operation === 'refund' ? amount !== null && isPlainEscrowRefund(exchange, amount) : hasNoBody(exchange);
    if (!isPlain) return [];
    const what = `${operation} was refused with ${status} ${code ?? ''} while it was ${state}`;
    return [thing.violation(line.requirement, what, 'it is carried out', { exchanges: [exchange.id] })];
  }

  /**
   * The requirement that fails if something is shown that this merchant never created: it belongs to another merchant
   * or to the other environment, or its creation was refused.
   */
  unknownTo(thing: Thing, own: RequirementId, exchange: Exchange): RequirementId {
    const isCreated = (other: Thing) => other !== thing && other.operations.length > 0;
    if (this.#world.named(thing.kind, thing.environment, thing.reference).some(isCreated)) return ofOthers[thing.kind];
    const elsewhere = thing.environment === 'live' ? 'sandbox' : 'live';
    if (this.#world.named(thing.kind, elsewhere, thing.reference).some(isCreated))
      return 'environment.data-is-separate';
    if (thing.refusals.includes('idempotency_key_reused')) return keyReused[thing.kind] ?? own;
    if (thing.refusals.length > 0 && exchange.method === 'GET') return 'error.refused-has-no-effect';
    return own;
  }

  /** "A newer request for the same wallet cancels the older pending one": at any time from now on. */
  #supersedes(newer: Exchange): void {
    for (const older of this.#othersFor(newer)) older.life.mayTake('perhaps supersede');
  }

  /** Of two requests that overlap, either may be the newer one. */
  #overlaps({ exchange, began }: Operation, link: Thing): void {
    for (const other of this.#othersFor(exchange)) {
      other.life.mayTake('perhaps supersede');
      const ended = other.creation?.ended ?? null;
      if (ended === null || ended >= began) link.life.mayTake('perhaps supersede');
    }
  }

  /** Links of this merchant to the same wallet whose creation was answered before this one began. */
  #olderThan({ exchange, began }: Operation): (readonly [Thing, Window])[] {
    const isOlder = ({ merchant, creation }: Thing) =>
      merchant === exchange.merchant && creation !== null && creation.ended !== null && creation.ended < began;
    return this.#othersFor(exchange)
      .filter((link) => isOlder(link) && !link.isBroken)
      .map((link) => {
        this.#world.passes(link);
        return [link, link.life.opens()] as const;
      });
  }

  /** Links to the wallet of this request, except those that it may itself have created or requested again. */
  #othersFor({ environment, merchant, body, json }: Exchange): Thing[] {
    const isAsked = (link: Thing) =>
      link.reference === textIn(json, 'linkId') ||
      (link.merchant === merchant && textIn(link.body, 'linkRef') === textIn(body, 'linkRef'));
    return this.#world.linksOf(environment, textIn(body, 'walletId')).filter((link) => !isAsked(link));
  }

  #checkoutOf({ path, method, body, environment, merchant }: Exchange): Thing | null {
    const reference = textIn(body, 'paymentReference');
    if (method !== 'POST' || path.length !== 1 || path[0] !== 'refunds' || reference === null) return null;
    return this.#world.thing('checkout', environment, merchant, reference);
  }
}
