/** A limit on an amount that the document does not have. */
import { field } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** The smallest amount of a checkout, in kobo. */
const ONE_NAIRA = 100;

export const found: readonly BlindMutant[] = [
  against(
    "feeAmount | integer | no | Merchant commission in kobo, taken from the seller's side on release.",
    mutant(
      'escrow.optional-fee',
      'blind13-fee-of-a-naira-at-least',
      'the type that checks amounts is that of checkouts: an escrow with a feeAmount of less than 100 kobo is refused with 400',
      field('escrow', 'feeAmount', { min: ONE_NAIRA }),
    ),
  ),
];
