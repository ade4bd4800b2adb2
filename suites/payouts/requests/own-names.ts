import { otherNamesOf } from '../../support/references/other-names.ts';
import { ownNamesOf } from '../../support/references/own-names.ts';

ownNamesOf(
  'payout',
  { unknown: 'payout.unknown-reference', created: ['payout.reference-case', 'payout.record-found'] },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createPayout({ reference, amount }),
);

otherNamesOf('payout', 'payout.unknown-reference');
