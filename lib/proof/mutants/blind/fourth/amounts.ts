/** Amounts that a column or a rate cannot hold. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { move, shows } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** The fee as a rate with four decimals, and back. */
function feeByRate({ amount, feeAmount }: Escrow): number {
  const rate = Math.round(((feeAmount ?? 0) / amount) * 10_000) / 10_000;
  return Math.round(rate * amount);
}

export const found: readonly BlindMutant[] = [
  against(
    'Refund record (GET): `id`, `reference`, `status`, `paymentReference`, `amount` (integer) … All amounts are integers in minor units (kobo).',
    mutant(
      'refund.amount-kept',
      'blind4-refund-amount-in-single-precision',
      'the amount of a refund stands in a column of single precision: above 16,777,216 kobo it is rounded',
      shows('getRefund', (body) => ({ ...body, amount: Math.fround(Number(body.amount)) })),
    ),
  ),
  against(
    'seller is paid less the fee; fee goes to feeWalletId',
    mutant(
      'escrow.release-pays-fee',
      'blind4-fee-kept-as-rate',
      'the fee is kept as a rate of four decimals: released is what that rate makes of the amount',
      all(
        move('released', 'fee', { what: feeByRate }),
        move('released', 'amount less fee', { what: (escrow) => escrow.amount - feeByRate(escrow) }),
      ),
    ),
  ),
];
