import { ownNamesOf } from '../support/own-names.ts';

ownNamesOf(
  'payout',
  { unknown: 'payout.unknown-reference', created: ['payout.reference-case'] },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createPayout({ reference, amount }),
);
