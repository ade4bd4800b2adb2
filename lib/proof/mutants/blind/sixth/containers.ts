/** Comparisons that a language makes after it has made both sides alike. */
import { all, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** In the language of the service a list of one text equals that text. */
function comparedLoosely(value: unknown): unknown {
  return Array.isArray(value) && String(value) === 'NGN' ? 'NGN' : value;
}

export const found: readonly BlindMutant[] = [
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. Without `amount` the refund is full.',
    mutant(
      'escrow.refund-amount-integer',
      'blind6-empty-amount-refunds-all',
      'whether the refund of an escrow has an amount is asked by its truth: with an empty text, false or 0 it is a full one',
      coerces('refundEscrow', 'amount', (amount) => amount || null),
    ),
  ),
  against(
    '| currency | string | yes | Only `NGN` |',
    mutant(
      'checkout.field-types',
      'blind6-currency-compared-loosely',
      'the currency is compared loosely: a list that holds NGN alone is accepted',
      all(
        coerces('createCheckout', 'currency', comparedLoosely),
        coerces('createPayout', 'currency', comparedLoosely),
        coerces('createEscrow', 'currency', comparedLoosely),
      ),
    ),
  ),
];
