/** Values that a loose language takes for none, and lists within lists. */
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'feeWalletId | string | required with feeAmount.',
    mutant(
      'escrow.fee-wallet-required',
      'blind10-no-fee-counts-as-none-given',
      'whether a fee was given is asked by its truth: a feeAmount of 0 without a feeWalletId is accepted',
      before('checkFields', (asked, next) => {
        if (isAt(asked, 'createEscrow') && asked.body.get('feeAmount') === 0) delete asked.body.value.feeAmount;
        return next();
      }),
    ),
  ),
  against(
    'metadata: object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind10-inner-lists-flattened',
      'lists of metadata are flattened on their way into the database: [[1, 2], [3]] comes back as [1, 2, 3]',
      keptAs(
        'createCheckout',
        'metadata',
        deeply((value) => (Array.isArray(value) ? value.flat() : value)),
      ),
    ),
  ),
];
