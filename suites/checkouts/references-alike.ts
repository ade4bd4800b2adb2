import { alikeReferences } from '../support/alike.ts';

alikeReferences('checkout', 'checkout.reference-case', ['own-merchant'], async ({ merchant }) => {
  return (reference, amount) => merchant.createCheckout({ reference, amount });
});
