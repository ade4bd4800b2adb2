/** Refunds: how they are counted, settled and told apart, and what a checkout needs to be refundable. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Merchant, Refund } from '../../../reference/rules/records.ts';
import { guard, shows, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { siblings } from '../ways.ts';

/** Refunds of one payment that the processor takes. */
const MOST_REFUNDS = 10;
/** How long refunds are collected before they are settled together, in milliseconds. */
const BATCH_MS = 2_000;

function refundsOf(merchant: Merchant, checkout: unknown): Refund[] {
  return [...merchant.records.refund.values()].filter(({ payment }) => payment === checkout);
}

function inOneBatch(a: Refund, b: Refund): boolean {
  return Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt)) < BATCH_MS;
}

function atMostTen(): Change {
  return before('act', (asked, next) => {
    if (!isAt(asked, 'createRefund')) return next();
    const earlier = refundsOf(asked.merchant, asked.payment).filter(({ status }) => status !== 'failed');
    if (earlier.length >= MOST_REFUNDS)
      throw new Refusal({ status: 422, code: 'too_many_refunds' }, `a payment has at most ${MOST_REFUNDS} refunds`);
    return next();
  });
}

/** A create that repeats a reference with the same body is taken for a retry, whatever its key. */
function sameRefundAgain(): Change {
  return before('checkGuards', (asked, next) => {
    const { body, endpoint, merchant } = asked;
    const record = merchant.records.refund.get(body.text('reference') ?? '');
    const same =
      record !== undefined &&
      record.paymentReference === body.text('paymentReference') &&
      record.amount === body.integer('amount') &&
      record.reason === body.text('reason');
    if (!isAt(asked, 'createRefund') || !same) return next();
    return { status: endpoint.status, text: JSON.stringify(endpoint.shows({ asked, record })) };
  });
}

function isUntold({ merchant, reference }: Checkout): boolean {
  return merchant.deliveries.some(
    (each) =>
      each.event === 'payment.succeeded' &&
      each.reference === reference &&
      each.state === 'pending' &&
      each.attempts.length > 0,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'refundedAmount: Running total of refunds, kobo. pending | settlement | success | succeeded | checkout `refundedAmount` grows.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind15-equal-refunds-count-once',
      'refundedAmount is read with SUM(DISTINCT amount), against rows that a join repeats: two refunds of the same amount count as one',
      shows('getCheckout', (body, { asked: { merchant }, record }) => {
        const succeeded = refundsOf(merchant, record).filter(({ status }) => status === 'succeeded');
        const amounts = new Set(succeeded.map(({ amount }) => amount));
        return { ...body, refundedAmount: [...amounts].reduce((sum, amount) => sum + amount, 0) };
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.pending-counts',
      'blind15-pending-refunds-do-not-count-in-live',
      'in live a refund lies with the processor until it has settled and is entered then: as long as it is pending, its amount does not count, and more than was paid can be refunded',
      guard('refund.exceeds-paid', {
        refuses({ payment, body, environment }) {
          if (payment === undefined) return false;
          const earlier = environment.name === 'live' ? payment.refundedAmount : payment.refunding;
          return (body.integer('amount') ?? 0) + earlier > payment.amount;
        },
      }),
    ),
  ),
  against(
    'Partial refunds are allowed. total non-failed refunds at most the amount paid.',
    mutant(
      'refund.up-to-amount-paid',
      'blind15-ten-refunds-of-a-checkout',
      'the processor takes ten refunds of one payment: the eleventh part of a checkout is refused with 422, whatever is left',
      atMostTen(),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.settles',
      'blind15-one-failure-fails-the-batch',
      'the refunds of a checkout that wait for settlement are settled in one transaction: where one of them fails, those asked for within the same two seconds fail with it',
      timer('refund', 'pending', {
        on: (refund: Refund) => {
          const failing = ({ merchant, reason }: Refund) =>
            merchant.environment.name === 'sandbox' && reason === 'sandbox_fail';
          const batch = siblings(refund).filter((each) => inOneBatch(each, refund));
          return batch.some(failing) ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
  against(
    '409 duplicate_reference: Reference already used. reference: Unique id of the refund.',
    mutant(
      'refund.duplicate-reference',
      'blind15-same-refund-under-another-key',
      'a refund that repeats a reference with the same paymentReference, amount and reason is taken for a retry: under another Idempotency-Key it is answered with 201 and no duplicate',
      sameRefundAgain(),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible.',
    mutant(
      'refund.created',
      'blind15-refundable-once-the-event-is-acknowledged',
      'the refund is the step after the notification: as long as the merchant has not acknowledged payment.succeeded, a refund of the succeeded checkout is refused with payment_not_paid',
      guard('refund.payment-not-paid', {
        refuses: ({ payment }) => payment !== undefined && (payment.status !== 'succeeded' || isUntold(payment)),
      }),
    ),
  ),
];
