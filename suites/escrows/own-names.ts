import { ownNamesOf } from '../support/own-names.ts';

ownNamesOf(
  'escrow',
  { unknown: 'escrow.unknown-reference', created: ['escrow.reference-case'] },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createEscrow({ reference, amount }),
);
