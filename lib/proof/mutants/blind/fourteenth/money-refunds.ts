/** Refunds that find the wrong payment, add up what they were given, or are tried only once. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Merchant, Refund } from '../../../reference/rules/records.ts';
import { guard, shows, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, siblings } from '../ways.ts';

/** How many rows a list has unless more are asked for. */
const PAGE_SIZE = 10;
/** Seconds in which card schemes let a payment be refunded. */
const WINDOW = 90 * DAY;

/** What the first page of the list of a checkout's refunds adds up to. */
function firstPage(merchant: Merchant, payment: Checkout): number {
  return [...merchant.records.refund.values()]
    .filter((refund) => refund.payment === payment)
    .slice(0, PAGE_SIZE)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

function isForced(refund: Refund): boolean {
  return refund.merchant.environment.name === 'sandbox' && refund.reason === 'sandbox_fail';
}

export const found: readonly BlindMutant[] = [
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`. paymentReference: The reference of the checkout being refunded.',
    mutant(
      'refund.payment-not-found',
      'blind14-payments-found-in-any-case',
      'the column of references is compared without regard to case where a payment is sought: a refund whose paymentReference is ORDER-7 is created where only a checkout order-7 exists',
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createRefund') && asked.payment === undefined) {
          const named = (asked.body.text('paymentReference') ?? '').toLowerCase();
          const { checkout } = asked.merchant.records;
          asked.payment = [...checkout.values()].find(({ reference }) => reference.toLowerCase() === named);
        }
        return next();
      }),
    ),
  ),
  against(
    '422 refund_exceeds_paid (its message says how much is left). The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind14-message-without-pending-refunds',
      'the message is made from refundedAmount, the check from all refunds that did not fail: while a refund is pending, the message says more than can still be refunded',
      guard('refund.exceeds-paid', {
        message: ({ payment }) =>
          `the amount is more than what is left to refund: ${payment ? payment.amount - payment.refundedAmount : 0} kobo`,
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.exceeds-paid',
      'blind14-first-page-of-refunds-added-up',
      'earlier refunds are read from a list that comes in pages of 10, and only the first page is added up: from the eleventh refund of a checkout on, what it was is not counted',
      guard('refund.exceeds-paid', {
        refuses: ({ merchant, payment, body }) =>
          payment !== undefined && (body.integer('amount') ?? 0) + firstPage(merchant, payment) > payment.amount,
      }),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `refund.failed` sent; amount is refundable again. success: checkout `refundedAmount` grows.',
    mutant(
      'refund.failed-frees-amount',
      'blind14-failure-takes-back-what-was-never-added',
      'a failure gives the amount back out of refundedAmount, but not below 0: after one refund succeeded and another failed, refundedAmount is too small',
      also('refund', 'settlement fails', ({ payment, amount }) => {
        if (payment !== null) payment.refundedAmount = Math.max(0, payment.refundedAmount - amount);
      }),
    ),
  ),
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund.',
    mutant(
      'refund.sandbox-fail',
      'blind14-forced-to-fail-once-a-checkout',
      'the simulator fails once for each checkout, so that a retry can be shown: a second refund of it with the reason sandbox_fail succeeds',
      timer('refund', 'pending', {
        on: (refund: Refund) =>
          isForced(refund) && siblings(refund).find(isForced) === refund ? 'settlement fails' : 'settlement succeeds',
      }),
    ),
  ),
  against(
    'Refund record (GET): `reason` (string or null). reason: In sandbox the exact value `sandbox_fail` forces a failed refund.',
    mutant(
      'refund.record-as-sent',
      'blind14-forcing-reason-is-not-kept',
      'sandbox_fail is taken for an order to the simulator and not for a reason: the record of such a refund has a reason of null',
      shows('getRefund', (body, { asked }) =>
        asked.environment.name === 'sandbox' && body.reason === 'sandbox_fail' ? { ...body, reason: null } : body,
      ),
    ),
  ),
  against(
    'Refund create: the checkout must be `succeeded`. pending | buyer pays | succeeded | refunds become possible.',
    mutant(
      'refund.any-time-later',
      'blind14-refunds-within-the-scheme-window',
      'the rule of a card scheme is applied to every payment: a refund of a checkout that was paid more than 90 days ago is refused with 422',
      before('checkGuards', (asked, next) => {
        const { payment, service } = asked;
        const paidAt = Date.parse(payment?.paidAt ?? '');
        if (isAt(asked, 'createRefund') && service.clock.now() - paidAt > WINDOW * 1_000)
          throw new Refusal({ status: 422, code: 'refund_window_closed' }, 'the payment is too old to be refunded');
        return next();
      }),
    ),
  ),
  against(
    'The checkout must be `succeeded`, else `409 payment_not_paid`. An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.failed-payment',
      'blind14-expired-payments-are-unknown',
      'expired checkouts are left out of all queries but GET: a refund of one is refused with 404 payment_not_found, of one whose payment failed with 409',
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createRefund') && asked.payment?.failureReason === 'expired') asked.payment = undefined;
        return next();
      }),
    ),
  ),
  against(
    'reference | string | yes | Unique id of the refund. 409 | duplicate_reference | Reference already used.',
    mutant(
      'refund.duplicate-reference',
      'blind14-refunds-unique-within-their-checkout',
      'the unique index is over the checkout and the reference: a used reference is accepted for a refund of another checkout',
      guard('refund.duplicate-reference', {
        refuses: ({ merchant, payment, body }) =>
          payment !== undefined && merchant.records.refund.get(body.text('reference') ?? '')?.payment === payment,
      }),
    ),
  ),
];
