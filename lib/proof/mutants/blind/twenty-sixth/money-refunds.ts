/** Refunds: what is left after one failed, what several of one moment add, and how a checkout is named. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** The sum takes the failed amount off behind this. */
function leftCountedAnew(): Change {
  return also('refund', 'settlement fails', ({ payment, amount }) => {
    if (payment !== null) payment.refunding = payment.refundedAmount + amount;
  });
}

/** The settlements of one second are one run, which reads each checkout once. */
function addedToWhatWasRead(): Change {
  const read = new WeakMap<Checkout, { second: string; refundedAmount: number }>();
  return also('refund', 'settlement succeeds', ({ payment }, now) => {
    if (payment === null) return;
    const second = now.slice(0, 19);
    const known = read.get(payment);
    if (known?.second === second) payment.refundedAmount = known.refundedAmount;
    else read.set(payment, { second, refundedAmount: payment.refundedAmount });
  });
}

function digitsAreNumbersOfPayments(): Change {
  return around(
    'answerKnown',
    (own) => (asked, next) =>
      own(asked, () => {
        const named = asked.body.text('paymentReference') ?? '';
        if (asked.endpoint.name === 'createRefund' && /^[0-9]+$/.test(named)) asked.payment = undefined;
        return next();
      }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.exceeds-paid',
      'blind26-failed-refund-forgets-pending-ones',
      'when a refund fails, what is left of the checkout is counted anew as the amount less `refundedAmount`, in which those still pending are not: their amounts can be refunded a second time from then on',
      leftCountedAnew(),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind26-refunds-of-one-run-overwrite-each-other',
      'refunds that are due in the same second are settled in one run, which reads each checkout once: of several refunds of one checkout in it only the last is in `refundedAmount`',
      addedToWhatWasRead(),
    ),
  ),
  against(
    'paymentReference | string | yes | The reference of the checkout being refunded',
    mutant(
      'refund.created',
      'blind26-digits-are-taken-for-a-payment-number',
      'a `paymentReference` of digits alone is looked up among the internal numbers of payments, not among references: a checkout whose reference is an order number such as 100482 cannot be refunded',
      digitsAreNumbersOfPayments(),
    ),
  ),
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind26-what-is-left-in-whole-naira',
      'the message of `refund_exceeds_paid` says what is left in naira without kobo: of 1,250 kobo it says 12',
      guard('refund.exceeds-paid', {
        message: ({ payment }) => {
          const left = payment ? payment.amount - payment.refunding : 0;
          return `only ₦${Math.floor(left / 100).toLocaleString('en-NG')} is left to refund`;
        },
      }),
    ),
  ),
];
