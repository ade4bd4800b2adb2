import type { Exchange } from '../../../lib/interface/index.ts';
import { amountsTable } from '../../support/requests/amounts.ts';

const PAID = 2_000_000_000;

export const refundAmounts = amountsTable(
  'refund',
  {
    accepted: (amount) => (amount < 1_000_000_000 ? 'refund.amount-smallest' : 'refund.up-to-amount-paid'),
    kept: 'refund.amount-kept',
    told: 'webhook.refund-succeeded-amount',
  },
  { needs: ['buyer', 'own-merchant'], least: 1, event: 'refund.succeeded' },
  async ({ merchant, buyer }, amounts) => {
    const made = new Map<number, Exchange>();
    let [payment, left] = [await buyer.paid(merchant, { amount: PAID }), PAID];
    for (const amount of amounts) {
      if (amount > left) [payment, left] = [await buyer.paid(merchant, { amount: PAID }), PAID];
      left -= amount;
      made.set(amount, await merchant.createRefund({ paymentReference: payment.reference, amount }));
    }
    return made;
  },
  ({ merchant }, refund) => merchant.becomes(refund, 'succeeded'),
);
