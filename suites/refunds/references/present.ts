import { created } from '../../../lib/interface/index.ts';
import { presentForEach } from '../../support/references/present.ts';

presentForEach('refund', 'refund.references-apart', ['buyer'], {
  make: async ({ buyer }, as, reference, amount) => {
    const { reference: paymentReference } = await buyer.paid(as, { amount: 50_003 });
    return await as.createRefund({ reference, paymentReference, amount });
  },
  ends: (_, as, made) => as.becomes(created('refund', made), 'succeeded'),
});
