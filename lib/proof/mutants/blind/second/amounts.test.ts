import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind-balance-wraps': async (story) => {
    const merchant = await story.merchant();
    for (let times = 0; times < 3; times++) await story.paid(merchant, { amount: 2_000_000_000 });
    return await story.balance(merchant);
  },
  'blind-event-amount-of-eight-digits': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ amount: 1_234_567_891 }));
    await story.advance(6);
    return hook.received.map(({ body }) => body.amountMinor);
  },
  'blind-payout-limit-with-charge': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 1_999_999_500 })));
  },
  'blind-refund-below-a-naira': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 99 })));
  },
  'blind-balance-compared-in-naira': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_050 });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 50_051 })));
  },
});
