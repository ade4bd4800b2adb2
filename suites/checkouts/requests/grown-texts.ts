import { of } from '../../../lib/interface/index.ts';
import { grownTexts } from '../../support/requests/grown-texts.ts';

grownTexts('checkout.description-longest', 'a description', 255, [], async ({ merchant, data }) => async (text) => {
  const reference = data.reference('chk');
  const answer = await merchant.createCheckout({ reference, description: text });
  return { answer, kept: of(await merchant.api.getCheckout(reference), 'description') };
});
