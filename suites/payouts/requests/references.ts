import { alikeReferences } from '../../support/references/alike.ts';
import { referencesOf } from '../../support/references/references.ts';

referencesOf(
  'payout',
  [],
  {
    concurrent: 'payout.concurrent-same-reference',
    case: 'payout.reference-case',
    apart: 'payout.references-apart',
    unknown: 'payout.unknown-reference',
  },
  async (context, whose) => {
    const merchant = context[whose];
    return (reference, amount) => merchant.createPayout({ reference, amount });
  },
);

alikeReferences('payout', 'payout.reference-case', ['own-merchant'], async ({ merchant }) => {
  return (reference, amount) => merchant.createPayout({ reference, amount });
});
