import { otherNamesOf } from '../../support/references/other-names.ts';
import { ownNamesOf } from '../../support/references/own-names.ts';

ownNamesOf(
  'checkout',
  {
    unknown: 'checkout.unknown-reference',
    created: [
      'checkout.reference-allowed-characters',
      'checkout.reference-in-path',
      'checkout.reference-case',
      'checkout.record-found',
    ],
  },
  [],
  async ({ merchant }) =>
    (reference, amount) =>
      merchant.createCheckout({ reference, amount }),
);

otherNamesOf('checkout', 'checkout.unknown-reference');
