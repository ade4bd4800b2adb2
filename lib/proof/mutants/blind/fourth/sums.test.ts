import { probes, times } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind4-refunds-added-up-in-naira': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_949 }));
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 50 }));
    await story.advance(3);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind4-balance-of-the-first-page': async (story) => {
    const merchant = await story.merchant();
    await times(21, () => story.paid(merchant));
    return await story.balance(merchant);
  },
});
