import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './money-settlement.ts';

probes(found, {
  'blind14-refund-adds-to-what-it-read': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 700 }));
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 300 }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind14-time-of-the-joined-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(2 * HOUR);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout));
    const { createdAt } = await story.record(merchant, 'refunds', refund);
    return Math.round((story.bench.clock.now() - Date.parse(String(createdAt))) / (HOUR * 1_000));
  },
  'blind14-batch-fails-as-a-whole': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(15);
    return story.status(merchant, 'payouts', payout);
  },
  'blind14-no-checkout-expires-in-live': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + HOUR);
    return story.status(merchant, 'checkouts', checkout);
  },
});
