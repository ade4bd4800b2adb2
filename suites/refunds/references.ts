import { referencesOf } from '../support/references.ts';

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
);
