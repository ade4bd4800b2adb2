import { probes, times } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-balance.ts';

probes(found, {
  'blind14-balance-of-32-bits': async (story) => {
    const merchant = await story.merchant();
    await times(2, () => story.paid(merchant, { amount: 2_000_000_000 }));
    return story.balance(merchant);
  },
  'blind14-paid-in-joined-with-refunds': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await times(2, () => merchant.post('/v1/refunds', story.refund(checkout)));
    await story.advance(10);
    return story.balance(merchant);
  },
  'blind14-balance-of-the-last-30-days': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    await story.advance(31 * DAY);
    return story.balance(merchant);
  },
  'blind14-cached-balance-outlives-a-failure': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.balance(merchant);
    await story.advance(10);
    return story.balance(merchant);
  },
  'blind14-wallets-sought-in-both-environments': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('sandbox', '5550000002');
    return (await merchant.get('/v1/accounts/5550000002')).status;
  },
});
