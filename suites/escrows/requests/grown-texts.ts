import { grownTexts } from '../../support/requests/grown-texts.ts';

// Which texts the record of an escrow has is not shown.
grownTexts('escrow.shared-fields-largest', 'a description', 255, [], async ({ merchant }) => async (description) => {
  return { answer: await merchant.createEscrow({ description }), kept: null };
});
