import { alikeReferences } from '../../support/references/alike.ts';
import { referencesOf } from '../../support/references/references.ts';

referencesOf(
  'refund',
  ['buyer'],
  {
    concurrent: 'refund.concurrent-same-reference',
    case: 'refund.reference-case',
    apart: 'refund.references-apart',
    unknown: 'refund.unknown-reference',
  },
  async (context, whose) => {
    const merchant = context[whose];
    const { reference: paymentReference } = await context.buyer.paid(merchant, { amount: 500_000 });
    return (reference, amount) => merchant.createRefund({ reference, paymentReference, amount });
  },
  true,
);

alikeReferences('refund', 'refund.reference-case', ['buyer', 'own-merchant'], async ({ merchant, buyer }) => {
  const { reference: paymentReference } = await buyer.paid(merchant, { amount: 2_000_000 });
  return (reference, amount) => merchant.createRefund({ reference, paymentReference, amount });
});
