import type { RequirementId } from '../../../register/index.ts';
import { type Exchange, integerIn, objectOf, textIn } from '../../events.ts';
import { anyOf, type ModelObject, type Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { isAccepted, isUnknown, type Operation, type RequestSubject } from '../../operations.ts';
import type { Window } from '../records/possible-states.ts';
import {
  hasNoBody,
  isCertainlyValidEscrowRefund,
  isCertainlyValidKey,
  isCertainlyValidRefund,
} from '../requests/certainly-valid.ts';
import { isRightRefund, isUsed, OTHER_REASON_CODES, OTHER_REASON_STATUSES } from '../requests/right-requests.ts';

// Rules in which one object decides about another: a checkout about its refunds, links about a wallet's balance, one
// merchant's object about what another merchant is shown.

export const hiddenFromOtherMerchants: Readonly<Record<ModelObject['kind'], RequirementId>> = {
  checkout: 'checkout.other-merchant-sees-nothing',
  refund: 'refund.other-merchant-sees-nothing',
  payout: 'payout.other-merchant-sees-nothing',
  escrow: 'escrow.other-merchant',
  'wallet link': 'wallet-link.other-merchant',
};

export const neverUsed: Readonly<Partial<Record<ModelObject['kind'], RequirementId>>> = {
  checkout: 'checkout.created',
  refund: 'refund.created',
  payout: 'payout.created',
  escrow: 'escrow.created',
};

export const keyReused: Readonly<Partial<Record<ModelObject['kind'], RequirementId>>> = {
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
export const onlyRightRefusal: Readonly<Record<string, { status: number; code: string; requirement: RequirementId }>> =
  {
    absent: { status: 404, code: 'payment_not_found', requirement: 'refund.payment-not-found' },
    pending: { status: 409, code: 'payment_not_paid', requirement: 'refund.pending-payment' },
    failed: { status: 409, code: 'payment_not_paid', requirement: 'refund.failed-payment' },
    succeeded: { status: 422, code: 'refund_exceeds_paid', requirement: 'refund.any-time-later' },
  };

export class CrossObjectRules {
  readonly #model: ModelState;
  readonly #windows = new Map<object, Window>();
  /** By the creation of a link: the older links that it cancels. */
  readonly #supersededBy = new Map<Operation, readonly (readonly [ModelObject, Window])[]>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange): void {
    const isLink = exchange.path[0] === 'wallet-links' && exchange.path.length === 1 && exchange.method === 'POST';
    if (isLink && (isAccepted(exchange) || isUnknown(exchange))) this.#mayBeSupersededBy(exchange);
    const checkout = this.#checkoutOf(exchange);
    if (checkout === null || isAccepted(exchange)) return;
    this.#model.applyTimedTransitions(checkout);
    this.#windows.set(exchange, checkout.possible.openWindow());
  }

  operationBegan(operation: Operation, object: ModelObject): void {
    if (object.kind === 'wallet link' && operation.operation === 'create') {
      this.#onOverlap(operation, object);
      this.#supersededBy.set(operation, this.#olderThan(operation));
    }
    const checkout = this.#checkoutOf(operation.exchange);
    if (checkout !== null) {
      checkout.operations.push(operation);
      this.#model.applyTimedTransitions(checkout);
      if (operation.ended !== null) this.#windows.set(operation, checkout.possible.openWindow());
    }
  }

  /** Refund create, behaviour rule 3: "the checkout must be `succeeded`". */
  operationEnded(operation: Operation, object: ModelObject): Violation[] {
    for (const [older, window] of this.#supersededBy.get(operation) ?? []) older.possible.finish('supersede', window);
    this.#supersededBy.delete(operation);
    const checkout = this.#checkoutOf(operation.exchange);
    const window = this.#windows.get(operation);
    if (checkout === null || window === undefined) return [];
    this.#windows.delete(operation);
    const { exchange } = operation;
    const amount = integerIn(exchange.body, 'amount');
    checkout.addHistory(`refund ${object.reference} of ${amount} was accepted`, exchange.id);
    if (checkout.isBroken) {
      checkout.possible.closeWindow(window);
      return [];
    }
    if (checkout.possible.observe(['succeeded'], window)) {
      checkout.lastChange = 'refund';
      return [];
    }
    const was = (state: string) => window.states.has(state);
    const others = this.#model
      .objectsNamed('checkout', checkout.environment, checkout.reference)
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
  onRefusal(exchange: Exchange, subject: RequestSubject, object: ModelObject, window: Window): Violation[] {
    const parent = this.#windows.get(exchange);
    const checkout = this.#checkoutOf(exchange);
    this.#windows.delete(exchange);
    if (parent !== undefined) checkout?.possible.closeWindow(parent);
    const isOnly = (states: ReadonlySet<string>, allowed: readonly string[]) =>
      states.size > 0 && [...states].every((state) => allowed.includes(state));
    if (this.#model.repeatsRefusal(exchange)) return [];
    if (exchange.code === 'duplicate_reference' && subject.operation === 'create')
      return this.#falseDuplicate(exchange, subject, object);
    if (parent !== undefined && checkout !== null && !checkout.isBroken) {
      const amount = integerIn(exchange.body, 'amount');
      if (exchange.code === 'refund_exceeds_paid' && amount !== null && amount > 0)
        checkout.refusedForAmount.push({ exchange, amount, isPaid: isOnly(parent.states, ['succeeded']) });
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
      const wrongReason = isBeyond ? null : this.#otherwise(exchange, subject, checkout, parent);
      if (wrongReason !== null) return [wrongReason];
    }
    return this.#mustAcceptViolations(exchange, subject, object, window);
  }

  /** Refused for another reason than the state of its checkout. */
  #otherwise(exchange: Exchange, subject: RequestSubject, checkout: ModelObject, { states }: Window): Violation | null {
    const { status, code, merchant } = exchange;
    const [state = '', ...more] = states;
    const reason = onlyRightRefusal[state];
    // A 400 is judged by the rule about valid requests (right-requests.ts).
    const isOthers =
      status === 400 || OTHER_REASON_STATUSES.includes(status) || OTHER_REASON_CODES.includes(code ?? '');
    if (reason === undefined || more.length > 0 || isOthers || !isCertainlyValidRefund(exchange)) return null;
    if (!isRightRefund(objectOf(exchange.body) ?? {}) || isUsed(this.#model, subject, merchant)) return null;
    if (status === reason.status && code === reason.code) return null;
    const what = `a refund was refused with ${status} ${code ?? ''} while its checkout was ${anyOf(states)}`;
    const allowed = `${state === 'succeeded' ? 'it is accepted, or ' : ''}${reason.status} \`${reason.code}\``;
    return checkout.violation(reason.requirement, what, allowed, { exchanges: [exchange.id] });
  }

  /** "409 `duplicate_reference`: Reference already used". */
  #falseDuplicate(exchange: Exchange, { reference }: RequestSubject, object: ModelObject): Violation[] {
    const users = this.#model
      .anyKindNamed(reference)
      .filter(({ operations }) => operations.some(({ operation }) => operation === 'create'));
    const requirement = neverUsed[object.kind];
    if (users.length > 0 || requirement === undefined) return [];
    const what = `create was refused with 409 duplicate_reference, and nothing was ever created under ${reference}`;
    return [object.violation(requirement, what, 'this reference is free', { exchanges: [exchange.id] })];
  }

  /** An operation was refused in a state in which the table requires it. */
  #mustAcceptViolations(
    exchange: Exchange,
    { operation }: RequestSubject,
    object: ModelObject,
    window: Window,
  ): Violation[] {
    const { status, code, method } = exchange;
    if ((method === 'POST' && !isCertainlyValidKey(exchange)) || status < 400) return [];
    if ([401, 403, 415, 429].includes(status) || code === 'request_in_progress' || code === 'idempotency_key_reused')
      return [];
    const [state, ...more] = window.states;
    const line = object.possible.machine.mustAccept.find((each) => each.operation === operation && each.was === state);
    if (line === undefined || more.length > 0 || window.operations.size > 0 || object.creation === null) return [];
    // "conditions met": its meaning is not shown.
    if (operation === 'release' && objectOf(object.body)?.conditions != null) return [];
    // "Sandbox only."
    if (object.kind === 'wallet link' && object.environment === 'live' && operation !== 'unlink') return [];
    const amount = integerIn(object.body, 'amount');
    const isPlain =
      operation === 'refund' ? amount !== null && isCertainlyValidEscrowRefund(exchange, amount) : hasNoBody(exchange);
    if (!isPlain) return [];
    const what = `${operation} was refused with ${status} ${code ?? ''} while it was ${state}`;
    return [object.violation(line.requirement, what, 'it is carried out', { exchanges: [exchange.id] })];
  }

  /**
   * The requirement that fails if something is shown that this merchant never created: it belongs to another merchant
   * or to the other environment, or its creation was refused.
   */
  requirementForUnknown(object: ModelObject, own: RequirementId, exchange: Exchange): RequirementId {
    const isCreated = (other: ModelObject) => other !== object && other.operations.length > 0;
    if (this.#model.objectsNamed(object.kind, object.environment, object.reference).some(isCreated))
      return hiddenFromOtherMerchants[object.kind];
    const elsewhere = object.environment === 'live' ? 'sandbox' : 'live';
    if (this.#model.objectsNamed(object.kind, elsewhere, object.reference).some(isCreated))
      return 'environment.data-is-separate';
    if (object.refusals.includes('idempotency_key_reused')) return keyReused[object.kind] ?? own;
    if (object.refusals.length > 0 && exchange.method === 'GET') return 'error.refused-has-no-effect';
    return own;
  }

  /** "A newer request for the same wallet cancels the older pending one": at any time from now on. */
  #mayBeSupersededBy(newer: Exchange): void {
    for (const older of this.#otherLinksFor(newer)) older.possible.begin('perhaps supersede');
  }

  /** Of two requests that overlap, either may be the newer one. */
  #onOverlap({ exchange, began }: Operation, link: ModelObject): void {
    for (const other of this.#otherLinksFor(exchange)) {
      other.possible.begin('perhaps supersede');
      const ended = other.creation?.ended ?? null;
      if (ended === null || ended >= began) link.possible.begin('perhaps supersede');
    }
  }

  /** Links of this merchant to the same wallet whose creation was answered before this one began. */
  #olderThan({ exchange, began }: Operation): (readonly [ModelObject, Window])[] {
    const isOlder = ({ merchant, creation }: ModelObject) =>
      merchant === exchange.merchant && creation !== null && creation.ended !== null && creation.ended < began;
    return this.#otherLinksFor(exchange)
      .filter((link) => isOlder(link) && !link.isBroken)
      .map((link) => {
        this.#model.applyTimedTransitions(link);
        return [link, link.possible.openWindow()] as const;
      });
  }

  /** Links to the wallet of this request, except those that it may itself have created or requested again. */
  #otherLinksFor({ environment, merchant, body, json }: Exchange): ModelObject[] {
    const isAsked = (link: ModelObject) =>
      link.reference === textIn(json, 'linkId') ||
      (link.merchant === merchant && textIn(link.body, 'linkRef') === textIn(body, 'linkRef'));
    return this.#model.linksOf(environment, textIn(body, 'walletId')).filter((link) => !isAsked(link));
  }

  #checkoutOf({ path, method, body, environment, merchant }: Exchange): ModelObject | null {
    const reference = textIn(body, 'paymentReference');
    if (method !== 'POST' || path.length !== 1 || path[0] !== 'refunds' || reference === null) return null;
    return this.#model.object('checkout', environment, merchant, reference);
  }
}
