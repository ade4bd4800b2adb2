/** Refunds: what is counted twice or not at all, and what one refund does to another. */
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import { guard, shows, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';
import { onResend } from '../ways-of-delivery.ts';

const BATCH_MS = 1_000;
const WRITE_MS = 500;
const MOST_REFUNDS = 10;

/** A refund that is written within this time of another writes over what that one added. */
function writesOverTheOther(): Change {
  const written = new WeakMap<Checkout, { at: number; amount: number }>();
  return also('refund', 'settlement succeeds', ({ payment, amount }, now) => {
    if (payment === null) return;
    const at = Date.parse(now);
    const last = written.get(payment);
    if (last !== undefined && at - last.at < WRITE_MS) payment.refundedAmount -= last.amount;
    written.set(payment, { at, amount });
  });
}

function failsWithItsBatch(refund: Refund): boolean {
  const at = Date.parse(refund.createdAt);
  const batch = siblings(refund).filter(({ createdAt }) => Math.abs(Date.parse(createdAt) - at) < BATCH_MS);
  return refund.merchant.environment.name === 'sandbox' && batch.some(({ reason }) => reason === 'sandbox_fail');
}

export const found: readonly BlindMutant[] = [
  against(
    'may not exceed the amount paid, else `422 refund_exceeds_paid` (its message says how much is left).',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind31-left-in-whole-naira',
      'the message says what is left in naira without its kobo: of 1,234.56 naira it says 1,234',
      guard('refund.exceeds-paid', {
        message: ({ payment }) =>
          `only ₦${Math.floor(((payment?.amount ?? 0) - (payment?.refunding ?? 0)) / 100)} can still be refunded`,
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.exceeds-paid',
      'blind31-resent-failure-frees-again',
      'an event is resent by running its outcome again, and that of a failed refund gives its amount back to what can be refunded: after a Resend of refund.failed more can be refunded than was paid',
      onResend((resend) => (merchant, id) => {
        const delivery = merchant.deliveries.find((each) => each.id === id);
        const refund = merchant.records.refund.get(delivery?.reference ?? '');
        if (delivery?.event === 'refund.failed' && refund?.payment) refund.payment.refunding -= refund.amount;
        return resend(merchant, id);
      }),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind31-settled-together-counted-once',
      'settlement reads the total of the checkout, adds to it and writes it: of refunds of one checkout that settle at the same moment only the last is in refundedAmount',
      writesOverTheOther(),
    ),
  ),
  against(
    '`reason` (string or null), `failureReason` (string or null, set when failed), `createdAt` (date-time).',
    mutant(
      'refund.record-as-sent',
      'blind31-instruction-is-no-reason',
      'sandbox_fail is taken out of the request as an instruction before the refund is kept: the record of such a refund has no reason',
      shows('getRefund', (body, { asked }) =>
        asked.environment.name === 'sandbox' && body.reason === 'sandbox_fail' ? { ...body, reason: null } : body,
      ),
    ),
  ),
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind31-checkout-found-by-its-id',
      'the checkout is looked for by its reference and then by its id, as support staff do: a refund that names the id of a checkout is made',
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createRefund') && asked.payment === undefined) {
          const checkout = asked.environment.checkouts.get(asked.body.text('paymentReference') ?? '');
          if (checkout?.merchant === asked.merchant) asked.payment = checkout;
        }
        return next();
      }),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.settles',
      'blind31-batch-fails-as-a-whole',
      'refunds of one checkout that are made within a second are handed over as one batch, which fails as a whole: a refund that nothing is wrong with fails beside one with sandbox_fail',
      timer('refund', 'pending', {
        on: (refund: Refund) => (failsWithItsBatch(refund) ? 'settlement fails' : 'settlement succeeds'),
      }),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed.',
    mutant(
      'refund.up-to-amount-paid',
      'blind31-ten-refunds-and-no-more',
      'a checkout has room for ten refunds: an eleventh is refused with refund_exceeds_paid, however much is left',
      guard('refund.exceeds-paid', {
        refuses: ({ payment, body, merchant }) =>
          payment !== undefined &&
          ((body.integer('amount') ?? 0) + payment.refunding > payment.amount ||
            [...merchant.records.refund.values()].filter((each) => each.payment === payment).length >= MOST_REFUNDS),
      }),
    ),
  ),
];
