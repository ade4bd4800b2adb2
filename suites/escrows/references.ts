import { alikeReferences } from '../support/alike.ts';

alikeReferences('escrow', 'escrow.reference-case', [], async ({ merchant }) => {
  return (reference, amount) => merchant.createEscrow({ reference, amount });
});
