/** The balance: payments, refunds and fees that are booked beside it. */
import type { Escrow, Refund } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** The sums take the whole amount, and give it back, behind this. */
function takesWhatThereIs(): Change {
  const short = new WeakMap<Refund, number>();
  return all(
    also('refund', 'create', (refund) => {
      const lacking = Math.max(0, refund.amount - Math.max(0, refund.merchant.balance));
      short.set(refund, lacking);
      refund.merchant.balance += lacking;
    }),
    also('refund', 'settlement fails', (refund) => {
      refund.merchant.balance -= short.get(refund) ?? 0;
    }),
  );
}

function creditsTheFee({ merchant, feeAmount }: Escrow): void {
  merchant.balance += feeAmount ?? 0;
}

const SENTENCE =
  '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).';

export const found: readonly BlindMutant[] = [
  against(
    SENTENCE,
    mutant(
      'balance.refund-subtracts',
      'blind26-refund-takes-what-the-balance-has',
      'the balance is an unsigned number, from which a refund takes no more than is there: where the money was paid out before it was refunded the balance stays as it is, and the next payment is available in full',
      takesWhatThereIs(),
    ),
  ),
  against(
    SENTENCE,
    mutant(
      'balance.payment-adds',
      'blind26-transfers-are-not-booked',
      "payments are booked by the card scheme's settlement: what a buyer pays by bank transfer makes the checkout succeeded and is never added to the balance",
      also('checkout', 'pay', (checkout, _, { method }) => {
        if (method === 'bank_transfer') checkout.merchant.balance -= checkout.amount;
      }),
    ),
  ),
  against(
    SENTENCE,
    mutant(
      'balance.is-the-sum',
      'blind26-fee-is-booked-twice',
      "the merchant's commission is income of the merchant: when an escrow with a fee is released it is paid to `feeWalletId`, and is added to the merchant's balance as well",
      also('escrow', 'release', creditsTheFee),
      also('escrow', 'no report in time', creditsTheFee),
    ),
  ),
];
