import { probes } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind9-latest-payouts-amount-returns': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 100_000 });
    await story.made(merchant, 'payouts', story.payout({ amount: 10_000, recipient: story.failing }));
    await story.made(merchant, 'payouts', story.payout({ amount: 25_000 }));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind9-refunds-of-one-run-overwrite': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 5_000 });
    const refunds = [1_000, 1_500].map((amount) => merchant.post('/v1/refunds', story.refund(checkout, { amount })));
    await Promise.all(refunds);
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
});
