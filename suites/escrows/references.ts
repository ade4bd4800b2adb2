import { alikeReferences } from '../support/alike.ts';

alikeReferences('escrow', 'escrow.reference-case', ['own-merchant'], async ({ merchant }) => {
  return (reference, amount) => merchant.createEscrow({ reference, amount });
});
