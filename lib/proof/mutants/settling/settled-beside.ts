/** Defects of what a settlement does to the things that it is tied to, and of refunds long after a payment. */
import type { Checkout, Refund } from '../../reference/rules/records.ts';
import { also, DAY } from '../blind/ways.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const DAY_MS = DAY * 1_000;

/** Time between the payment of a refund's checkout and `until`. */
function since({ paidAt }: Checkout, until: string): number {
  return Date.parse(until) - Date.parse(paidAt ?? until);
}

function refundsFail(when: (payment: Checkout, madeAt: string) => boolean): Change {
  return (rules) => ({
    ...rules,
    timers: rules.timers.map((each) => {
      if (each.kind !== 'refund') return each;
      const { on } = each;
      const plain = (refund: Refund) => (typeof on === 'string' ? on : on(refund));
      const settles = (refund: Refund) =>
        refund.payment !== null && when(refund.payment, refund.createdAt) ? 'settlement fails' : plain(refund);
      return { ...each, on: settles };
    }),
  });
}

export const settledBesideMutants: readonly Mutant[] = [
  mutant(
    'checkout.succeeded-is-final',
    'nothing-paid-once-nothing-is-left',
    'a day after the payment its entry in the books is closed: a refund of all that is left reverses the entry, and the checkout has no paidAt any more',
    also('refund', 'settlement succeeds', ({ payment, amount }, now) => {
      if (payment === null || since(payment, now) < DAY_MS) return;
      if (payment.refundedAmount + amount === payment.amount) payment.paidAt = null;
    }),
  ),
  mutant(
    'checkout.succeeded-is-final',
    'failure-noted-at-the-payment-too',
    'why a refund of the whole has failed is noted at the payment too: its checkout has a failureReason',
    also('refund', 'settlement fails', ({ payment, amount }) => {
      if (payment !== null && payment.amount === amount) payment.failureReason = 'refund_declined';
    }),
  ),
  mutant(
    'payout.succeeded-is-final',
    'returned-by-the-name-of-its-holder',
    'what a bank returns names the holder and the amount: a payout that fails takes an earlier one with it, of the same accountName and amount, though it had succeeded',
    also('payout', 'settlement fails', (payout) => {
      for (const each of payout.merchant.records.payout.values()) {
        const isLike = each.recipient.accountName === payout.recipient.accountName && each.amount === payout.amount;
        if (each.status === 'succeeded' && isLike) each.status = 'failed';
      }
    }),
  ),
  mutant(
    'refund.any-time-later',
    'transfers-back-for-two-months',
    'the account that a bank transfer came from is kept for 60 days: a refund that is made later fails',
    refundsFail((payment, madeAt) => payment.paymentMethod === 'bank_transfer' && since(payment, madeAt) > 60 * DAY_MS),
  ),
  mutant(
    'refund.any-time-later',
    'card-files-of-two-years',
    'what was typed on a page is kept for two years: a refund of a payment by card that is made later fails',
    refundsFail((payment, madeAt) => payment.paymentMethod === 'card' && since(payment, madeAt) > 730 * DAY_MS),
  ),
];
