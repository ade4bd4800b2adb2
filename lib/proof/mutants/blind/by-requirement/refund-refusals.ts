/** Refunds that are refused and leave something behind, or are refused for another reason than theirs. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { addedTransition, guard, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, DAY, HOUR, whenRefused } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';

function refundOf({ body, merchant, payment, service }: Case): Refund {
  return {
    id: service.newId('rf_'),
    reference: body.text('reference') ?? '',
    merchant,
    amount: body.integer('amount') ?? 0,
    createdAt: new Date(service.clock.now()).toISOString(),
    kind: 'refund',
    status: 'new',
    currency: 'NGN',
    payment: payment ?? null,
    paymentReference: body.text('paymentReference') ?? '',
    reason: body.text('reason'),
    failureReason: null,
  };
}

/** The row is written before the state of the checkout is looked at, and a later refund of that reference replaces it. */
function keepsRefusedOnes(): Change {
  const refused = new WeakSet<Refund>();
  return all(
    guard('refund.duplicate-reference', {
      refuses({ merchant, body }) {
        const known = merchant.records.refund.get(body.text('reference') ?? '');
        return known !== undefined && !refused.has(known);
      },
    }),
    whenRefused('createRefund', (asked, { code }) => {
      if (code !== 'payment_not_paid') return;
      const refund: Refund = { ...refundOf(asked), status: 'failed', failureReason: code };
      refused.add(refund);
      asked.merchant.records.refund.set(refund.reference, refund);
    }),
  );
}

/** A refund that exceeds what is left waits for a failure that frees enough. */
function waitsForRoom(): Change {
  return whenRefused('createRefund', (asked, { code }) => {
    const { merchant, payment, service } = asked;
    if (code !== 'refund_exceeds_paid' || payment === undefined) return;
    const waiting = refundOf(asked);
    const look = () => {
      if (merchant.records.refund.has(waiting.reference)) return;
      if (waiting.amount + payment.refunding > payment.amount) return;
      merchant.records.refund.set(waiting.reference, waiting);
      service.fire(waiting, 'create');
    };
    for (let minutes = 1; minutes <= 30; minutes++)
      service.clock.schedule(service.clock.now() + minutes * 60_000, look);
  });
}

function reportedLater(): Change {
  return all(
    addedTransition('refund', { from: null, on: 'report the refusal', to: 'failed', sends: 'refund.failed' }),
    whenRefused('createRefund', (asked, { code }) => {
      const { clock, fire } = asked.service;
      if (code !== 'payment_not_paid') return;
      const refund = refundOf(asked);
      clock.schedule(clock.now() + (HOUR / 2) * 1_000, () => void fire(refund, 'report the refusal'));
    }),
  );
}

/** After two refusals one after the other a checkout is looked at by a person, which takes an hour. */
function suspectsTwoRefusals(): Change {
  const refusals = new WeakMap<Checkout, number>();
  const closedUntil = new WeakMap<Checkout, number>();
  return all(
    before('checkGuards', (asked, next) => {
      const { payment, service } = asked;
      if (isAt(asked, 'createRefund') && payment && (closedUntil.get(payment) ?? 0) > service.clock.now())
        throw new Refusal({ status: 422, code: 'refund_exceeds_paid' }, 'nothing can be refunded for now');
      return next();
    }),
    whenRefused('createRefund', ({ payment, service }, { code }) => {
      if (code !== 'refund_exceeds_paid' || payment === undefined) return;
      const count = (refusals.get(payment) ?? 0) + 1;
      refusals.set(payment, count % 2);
      if (count === 2) closedUntil.set(payment, service.clock.now() + HOUR * 1_000);
    }),
  );
}

function pendingOf(payment: Checkout): Refund[] {
  const refunds = [...payment.merchant.records.refund.values()];
  return refunds.filter((refund) => refund.payment === payment && refund.status === 'pending');
}

/** What counts against a new refund: of those that are pending only the newest. */
function withTheNewest(payment: Checkout): number {
  return payment.refundedAmount + (pendingOf(payment).at(-1)?.amount ?? 0);
}

/** A refund that is going to fail does not count, even as long as it is pending. */
function withoutTheDoomed(payment: Checkout): number {
  const doomed = pendingOf(payment).filter(({ reason }) => reason === 'sandbox_fail');
  return doomed.reduce((sum, { amount }) => sum - amount, payment.refunding);
}

function countsOtherwise(sum: (payment: Checkout) => number): Change {
  return guard('refund.exceeds-paid', {
    refuses: ({ payment, body }) =>
      payment !== undefined && (body.integer('amount') ?? 0) + sum(payment) > payment.amount,
  });
}

/** The refusal of a duplicate is passed on as the end of the refund that it names. */
function duplicateReported(): Change {
  return all(
    addedTransition('refund', { from: null, on: 'report the duplicate', to: 'failed', sends: 'refund.failed' }),
    whenRefused('createRefund', (asked, { code }) => {
      if (code === 'duplicate_reference') asked.service.fire(refundOf(asked), 'report the duplicate');
    }),
  );
}

/** Once a refund has succeeded, one that exceeds what is left marks the checkout as refunded, until another is accepted. */
function marksAsRefunded(): Change {
  const marked = new WeakSet<Checkout>();
  return all(
    whenRefused('createRefund', ({ payment }, { code }) => {
      if (code === 'refund_exceeds_paid' && payment && payment.refundedAmount > 0) marked.add(payment);
    }),
    before('act', (asked, next) => {
      if (isAt(asked, 'createRefund') && asked.payment) marked.delete(asked.payment);
      return next();
    }),
    shows('getCheckout', (body, { record }) =>
      record?.kind === 'checkout' && marked.has(record) ? { ...body, refundedAmount: record.amount } : body,
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'The checkout must be `succeeded`, else `409 payment_not_paid`. Unknown references on GET calls give a 404 error.',
    mutant(
      'refund.refused-creates-nothing',
      'kind-unpaid-refund-kept-as-failed',
      'a refund of a checkout that is not paid is refused with 409 and kept as a failed one: GET by its reference is answered with 200, though the reference is free',
      keepsRefusedOnes(),
    ),
  ),
  against(
    'May not exceed the amount paid, else `422 refund_exceeds_paid`. A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'refund.refused-creates-nothing',
      'kind-exceeding-refund-waits-for-room',
      'a refund that was refused for its amount is made after all where another one fails within half an hour and frees enough',
      waitsForRoom(),
    ),
  ),
  against(
    'refund.failed: A refund could not be completed. (none) | POST /v1/refunds | valid | pending.',
    mutant(
      'refund.refused-sends-nothing',
      'kind-unpaid-refund-reported-later',
      'half an hour after a refund was refused with 409 payment_not_paid, refund.failed is sent for its reference',
      reportedLater(),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.pending-counts',
      'kind-newest-pending-refund-counts-alone',
      'a checkout keeps the amount of its pending refund in one column: of several that are pending only the newest counts',
      countsOtherwise(withTheNewest),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.pending-counts',
      'kind-doomed-refund-does-not-count',
      'a pending refund with the reason sandbox_fail is known to fail, and counts as failed from the start',
      countsOtherwise(withoutTheDoomed),
    ),
  ),
  against(
    '422 refund_exceeds_paid: Refund amount above what is still refundable. A refund of what is left is not above it.',
    mutant(
      'refund.exceeding-has-no-effect',
      'kind-two-exceeding-refunds-close-the-checkout',
      'after the second refund that is refused for its amount, nothing of the checkout can be refunded for an hour',
      suspectsTwoRefusals(),
    ),
  ),
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`. Reference of a checkout: unique per merchant.',
    mutant(
      'refund.other-merchants-payment',
      'kind-state-of-others-payment-told',
      "the state of the checkout is checked before its owner: a refund of another merchant's checkout that is not paid is refused with 409 payment_not_paid",
      before('checkGuards', (asked, next) => {
        const { body, payment } = asked;
        if (!isAt(asked, 'createRefund') || payment !== undefined) return next();
        const reference = body.text('paymentReference') ?? '';
        const others = otherMerchants(asked).flatMap(({ records }) => records.checkout.get(reference) ?? []);
        if (others.some(({ status }) => status !== 'succeeded'))
          throw new Refusal({ status: 409, code: 'payment_not_paid' }, 'only a succeeded checkout can be refunded');
        return next();
      }),
    ),
  ),
  against(
    'A merchant refunds a successful checkout, in full or in parts. The checkout must be `succeeded`, else `409 payment_not_paid`.',
    mutant(
      'refund.any-time-later',
      'kind-refunds-closed-a-day-after-the-first',
      'a day after the first refund of a checkout its refunds are closed: a further one is refused with 409; a first one is possible at any time',
      guard('refund.payment-not-paid', {
        refuses({ merchant, payment, service }) {
          if (payment === undefined) return false;
          const refunds = [...merchant.records.refund.values()].filter((refund) => refund.payment === payment);
          return payment.status !== 'succeeded' || refunds.some((refund) => ageOf(refund, service) > DAY);
        },
      }),
    ),
  ),
  against(
    'refund.failed: A refund could not be completed. 409 duplicate_reference: Reference already used.',
    mutant(
      'refund.refused-sends-nothing',
      'kind-duplicate-refund-told-as-failed',
      'when a refund is refused because its reference is used, refund.failed is sent for that reference',
      duplicateReported(),
    ),
  ),
  against(
    'refundedAmount: Running total of refunds, kobo. 422 refund_exceeds_paid: Refund amount above what is still refundable.',
    mutant(
      'refund.exceeding-has-no-effect',
      'kind-exceeding-refund-shows-all-as-refunded',
      'a refund that exceeds what is left of a checkout with earlier refunds marks it as refunded: its refundedAmount is the whole amount until a further refund is accepted',
      marksAsRefunded(),
    ),
  ),
];
