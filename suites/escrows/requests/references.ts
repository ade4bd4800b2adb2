import { alikeReferences } from '../../support/references/alike.ts';

alikeReferences('escrow', 'escrow.reference-case', ['own-merchant'], async ({ merchant }) => {
  return (reference, amount) => merchant.createEscrow({ reference, amount });
});
