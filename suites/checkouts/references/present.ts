import { created } from '../../../lib/interface/index.ts';
import { presentForEach } from '../../support/references/present.ts';

presentForEach('checkout', 'checkout.reference-unique-per-merchant', ['buyer'], {
  make: (_, as, reference, amount) => as.createCheckout({ reference, amount }),
  ends: ({ buyer }, as, made) => buyer.pays(as, created('checkout', made)),
});
