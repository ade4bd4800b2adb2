import { otherNamesOf } from '../../support/references/other-names.ts';
import { ownNamesOf } from '../../support/references/own-names.ts';

ownNamesOf(
  'escrow',
  { unknown: 'escrow.unknown-reference', created: ['escrow.reference-case', 'escrow.record-found'] },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createEscrow({ reference, amount }),
);

otherNamesOf('escrow', 'escrow.unknown-reference');
