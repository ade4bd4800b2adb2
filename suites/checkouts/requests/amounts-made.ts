import { created, type Exchange } from '../../../lib/interface/index.ts';
import { amountsTable } from '../../support/requests/amounts.ts';

export const checkoutAmounts = amountsTable(
  'checkout',
  {
    accepted: (amount) => (amount < 1_000_000_000 ? 'checkout.amount-smallest' : 'checkout.amount-largest'),
    kept: 'checkout.amount-kept',
    told: 'webhook.payment-succeeded-amount',
  },
  { needs: ['buyer', 'own-merchant'], least: 100, event: 'payment.succeeded' },
  async ({ merchant }, amounts) => {
    const made = new Map<number, Exchange>();
    for (const amount of amounts) made.set(amount, await merchant.createCheckout({ amount }));
    return made;
  },
  ({ merchant, buyer }, _, answer) => buyer.tries(merchant, created('checkout', answer), 'succeeded'),
);
