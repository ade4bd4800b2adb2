/** Limits on the amount of an escrow's refund that the document does not have. */
import { field, guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const SMALLEST_ESCROW = 10_000;

export const found: readonly BlindMutant[] = [
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refunded',
      'blind12-escrow-refund-from-the-smallest-escrow',
      'the refund takes its amount by the same rule as the escrow: a refund of less than 10,000 kobo of an escrow is refused with 400',
      field('escrowRefund', 'amount', { min: SMALLEST_ESCROW }),
    ),
  ),
  against(
    'Without `amount` the refund is full. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refunded',
      'blind12-whole-amount-is-no-part',
      'a refund with an amount has to be a part: one whose amount is the whole amount of the escrow is refused with 422',
      guard('escrow.refund-above-amount', {
        refuses: ({ record, body }) => (body.integer('amount') ?? 0) >= (record?.amount ?? 0),
      }),
    ),
  ),
];
