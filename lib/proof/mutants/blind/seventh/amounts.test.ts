import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind7-refund-needs-the-balance': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 20_000 });
    await story.made(merchant, 'payouts', story.payout({ amount: 15_000 }));
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 20_000 })));
  },
  'blind7-largest-payout-of-a-day': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ amount: 1_500_000_000 }));
    await story.advance(600);
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 600_000_000 })));
  },
});
