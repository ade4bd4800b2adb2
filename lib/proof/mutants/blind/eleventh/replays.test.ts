import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind11-bodies-in-a-column-without-case': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ description: 'Two cups' });
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/checkouts', checkout, key);
    return told(await merchant.post('/v1/checkouts', { ...checkout, description: 'TWO CUPS' }, key));
  },
  'blind11-replay-needs-the-balance-again': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    const payout = story.payout({ amount: 40_000 });
    const ask = () => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'one' });
    return [told(await ask()), told(await ask())];
  },
});
