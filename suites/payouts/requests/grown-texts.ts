import { of } from '../../../lib/interface/index.ts';
import { grownTexts } from '../../support/requests/grown-texts.ts';

grownTexts('payout.narration-longest', 'a narration', 100, [], async ({ merchant, data }) => async (narration) => {
  const reference = data.reference('pay');
  const answer = await merchant.createPayout({ reference, narration });
  return { answer, kept: of(await merchant.api.getPayout(reference), 'narration') };
});
