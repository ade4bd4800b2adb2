import { probes, told } from '../probe.support.ts';
import { found } from './money-balances.ts';

probes(found, {
  'blind20-held-money-is-paid-in': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    const held = await story.balance(merchant);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return [held, await story.balance(merchant)];
  },
  'blind20-reserve-of-the-plan-for-new-merchants': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 50_000 })));
  },
});
