/** Amounts that are right where they are round or small. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { guard, move } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const BASIS_POINTS = 10_000;

/** The fee as it comes out of a rate that is kept with two decimals of a per cent. */
function feeByRate({ amount, feeAmount }: Escrow): number {
  const rate = Math.round(((feeAmount ?? 0) / amount) * BASIS_POINTS);
  return Math.round((amount * rate) / BASIS_POINTS);
}

/** Two fractions that differ by no more count as equal. */
const TOLERANCE = 1e-6;

export const found: readonly BlindMutant[] = [
  against(
    "feeAmount: Merchant commission in kobo, taken from the seller's side on release. Escrow release pays the seller the amount less `feeAmount`.",
    mutant(
      'escrow.release-pays-fee',
      'blind10-fee-kept-as-rate',
      'the fee is kept as a rate in hundredths of a per cent of the amount: of an escrow of 50000 with a fee of 1234 (2.468 %) a fee of 1235 is taken',
      move('released', 'fee', { what: feeByRate }),
      move('released', 'amount less fee', { what: (escrow) => escrow.amount - feeByRate(escrow) }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.exceeds-paid',
      'blind10-equal-within-a-millionth',
      'refunds are compared with what was paid as floating-point numbers, with a tolerance of a millionth: of a payment of 1000000 kobo and more, a kobo too much is refunded',
      guard('refund.exceeds-paid', {
        refuses: ({ payment, body }) =>
          payment !== undefined && ((body.integer('amount') ?? 0) + payment.refunding) / payment.amount > 1 + TOLERANCE,
      }),
    ),
  ),
];
