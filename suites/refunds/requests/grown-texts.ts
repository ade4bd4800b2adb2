import { of } from '../../../lib/interface/index.ts';
import { grownTexts } from '../../support/requests/grown-texts.ts';

grownTexts('refund.reason-longest', 'a reason', 255, ['buyer'], async ({ merchant, buyer, data }) => {
  const { reference: paymentReference } = await buyer.paid(merchant, { amount: 5_000 });
  return async (reason) => {
    const reference = data.reference('rfd');
    const answer = await merchant.createRefund({ reference, paymentReference, amount: 1, reason });
    return { answer, kept: of(await merchant.api.getRefund(reference), 'reason') };
  };
});
