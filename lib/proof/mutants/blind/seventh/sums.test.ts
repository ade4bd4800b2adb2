import { probes, told } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind7-limit-from-the-cached-balance': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 20_000 });
    await merchant.get('/v1/balance');
    const first = told(await merchant.post('/v1/payouts', story.payout({ amount: 20_000 })));
    return [first, told(await merchant.post('/v1/payouts', story.payout({ amount: 20_000 })))];
  },
  'blind7-failed-refund-frees-twice': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 2_000 }));
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_000, reason: 'sandbox_fail' }));
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 4_000 })));
  },
  'blind7-paid-on-a-later-day-adds-nothing': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const now = await story.advance(0);
    const untilMidnight = 86_400 - (now % 86_400_000) / 1_000;
    await story.advance(untilMidnight + 60);
    await story.settle(merchant, checkout, 'succeeded');
    return [await story.status(merchant, 'checkouts', checkout), await story.balance(merchant)];
  },
});
