import { ownNamesOf } from '../../support/references/own-names.ts';

ownNamesOf(
  'payout',
  { unknown: 'payout.unknown-reference', created: ['payout.reference-case', 'payout.record-found'] },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createPayout({ reference, amount }),
);
