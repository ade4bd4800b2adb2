import { probes } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind10-union-drops-equal-amounts': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 90_000 });
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 20_000 }));
    await story.made(merchant, 'payouts', story.payout({ amount: 20_000 }));
    await story.advance(10);
    return await story.balance(merchant);
  },
});
