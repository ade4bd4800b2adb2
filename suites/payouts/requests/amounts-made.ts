import type { Exchange } from '../../../lib/interface/index.ts';
import { amountsTable } from '../../support/requests/amounts.ts';

export const payoutAmounts = amountsTable(
  'payout',
  {
    accepted: (amount) => (amount < 1_000_000_000 ? 'payout.amount-smallest' : 'payout.amount-largest'),
    kept: 'payout.amount-kept',
    told: 'webhook.payout-succeeded-amount',
  },
  { needs: ['own-merchant'], least: 10_000, event: 'payout.succeeded' },
  async ({ merchant }, amounts) => {
    const made = new Map<number, Exchange>();
    for (const amount of amounts) made.set(amount, await merchant.createPayout({ amount }));
    return made;
  },
  ({ merchant }, payout) => merchant.becomes(payout, 'succeeded'),
);
