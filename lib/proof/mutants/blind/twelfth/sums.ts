/** A sum that is rounded where it is told, and a fee that is paid in one case too many. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const KOBO_PER_NAIRA = 100;

function feeOfRefundedDisputes(): Change {
  const disputed = new WeakSet<Escrow>();
  const fee = (escrow: Escrow) => {
    const inFull = (escrow.refundedAmount ?? escrow.amount) === escrow.amount;
    return disputed.has(escrow) && inFull ? (escrow.feeAmount ?? 0) : 0;
  };
  return all(
    also('escrow', 'dispute', (escrow) => void disputed.add(escrow)),
    (rules) => ({
      ...rules,
      moves: [...rules.moves, { entering: 'refunded', what: fee, from: 'outside', to: 'feeWallet.available' }],
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '422 refund_exceeds_paid (its message says how much is left). All amounts are integers in minor units (kobo).',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind12-left-in-whole-naira',
      'the message says what is left in naira without kobo: of 1,250 kobo it says that 12 NGN are left',
      guard('refund.exceeds-paid', {
        message({ payment }) {
          const left = payment ? payment.amount - payment.refunding : 0;
          return `the amount is more than what is left to refund: ${Math.floor(left / KOBO_PER_NAIRA)} NGN`;
        },
      }),
    ),
  ),
  against(
    "feeAmount: Merchant commission in kobo, taken from the seller's side on release. Without `amount` the refund is full.",
    mutant(
      'escrow.full-refund-takes-no-fee',
      'blind12-refunded-dispute-pays-the-fee',
      'a dispute is a service to the merchant and costs its commission in any case: when a disputed escrow is refunded in full, feeWalletId is paid the feeAmount too',
      feeOfRefundedDisputes(),
    ),
  ),
];
