import { alikeReferences } from '../../support/references/alike.ts';

alikeReferences('checkout', 'checkout.reference-case', ['own-merchant'], async ({ merchant }) => {
  return (reference, amount) => merchant.createCheckout({ reference, amount });
});
