/** Sums that leave something out after some histories. */
import type { Checkout, Escrow } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, siblings } from '../ways.ts';

const secondsBetween = (earlier: string, later: string) => (Date.parse(later) - Date.parse(earlier)) / 1_000;

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind3-like-payment-within-a-minute-adds-nothing',
      'a second payment of one amount by one buyer within a minute is taken for the first, and adds nothing to the balance',
      also('checkout', 'pay', (checkout, now) => {
        const twin = ({ paidAt, status, email, amount }: Checkout) =>
          status === 'succeeded' && paidAt !== null && email === checkout.email && amount === checkout.amount;
        const others = [...checkout.merchant.records.checkout.values()].filter((each) => each !== checkout);
        if (others.some((each) => twin(each) && secondsBetween(each.paidAt ?? now, now) < 60))
          checkout.merchant.balance -= checkout.amount;
      }),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind3-refunded-amount-of-one-day',
      'refundedAmount is added up anew with each refund, of the refunds of the last 24 hours',
      also('refund', 'settlement succeeds', (refund, now) => {
        const { payment } = refund;
        if (!payment) return;
        const recent = siblings(refund).filter(
          (each) => each !== refund && each.status === 'succeeded' && secondsBetween(each.createdAt, now) < DAY,
        );
        payment.refundedAmount = recent.reduce((total, { amount }) => total + amount, 0);
      }),
    ),
  ),
  against(
    "feeAmount | integer | no | Merchant commission in kobo, taken from the seller's side on release",
    mutant(
      'escrow.full-refund-takes-no-fee',
      'blind3-fee-of-full-refund-with-amount',
      'a refund whose amount is all of the escrow pays the fee, from what the seller has',
      (rules) => {
        const whole = new WeakSet<object>();
        const fee = (escrow: Escrow) => (whole.has(escrow) ? (escrow.feeAmount ?? 0) : 0);
        const changed = also('escrow', 'refund', (escrow, _, { amount }) => {
          if (amount === escrow.amount) whole.add(escrow);
        })(rules);
        return {
          ...changed,
          moves: [
            ...changed.moves,
            { entering: 'refunded', what: fee, from: 'seller.available', to: 'feeWallet.available' },
          ],
        };
      },
    ),
  ),
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left). A failed refund frees its amount',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind3-message-counts-failed-refunds',
      'what is left according to the message of refund_exceeds_paid lacks the amounts of failed refunds',
      guard('refund.exceeds-paid', {
        message: ({ payment, merchant }) => {
          const all = [...merchant.records.refund.values()].filter((refund) => refund.payment === payment);
          const left = (payment?.amount ?? 0) - all.reduce((total, { amount }) => total + amount, 0);
          return `the amount is more than what is left to refund: ${Math.max(0, left)} kobo`;
        },
      }),
    ),
  ),
  against(
    'the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.refund-subtracts',
      'blind3-refund-of-old-payment-costs-nothing',
      'a refund of a checkout that was paid more than a day ago is given back to the balance when it has succeeded',
      also('refund', 'settlement succeeds', ({ payment, merchant, amount }, now) => {
        if (payment?.paidAt && secondsBetween(payment.paidAt, now) > DAY) merchant.balance += amount;
      }),
    ),
  ),
];
