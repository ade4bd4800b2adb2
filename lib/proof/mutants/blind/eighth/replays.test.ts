import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind8-key-compares-outer-objects': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout({ metadata: { cart: { items: 1 } } });
    const key = { 'idempotency-key': 'one' };
    const first = await merchant.post('/v1/checkouts', body, key);
    const flat = await merchant.post('/v1/checkouts', { ...body, metadata: { cart: 2 } }, key);
    const other = await merchant.post('/v1/checkouts', { ...body, metadata: { cart: { items: 2 } } }, key);
    return [first, flat, other].map(told);
  },
  'blind8-replay-of-failed-payout-reserves': async (story) => {
    const merchant = await story.merchant('sandbox');
    await story.paid(merchant, { amount: 50_000 });
    const body = story.payout({ recipient: story.failing });
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/payouts', body, key);
    await story.advance(10);
    const replay = await merchant.post('/v1/payouts', body, key);
    return [told(replay), await story.balance(merchant)];
  },
});
