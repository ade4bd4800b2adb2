import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind-payout-keys-without-case': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/payouts', story.payout(), { 'idempotency-key': 'Order-A' });
    const second = await merchant.post('/v1/payouts', story.payout(), { 'idempotency-key': 'order-a' });
    return [told(first), told(second)];
  },
  'blind-escrow-keys-as-numbers': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/escrows', story.escrow(), { 'idempotency-key': '7' });
    const second = await merchant.post('/v1/escrows', story.escrow(), { 'idempotency-key': '007' });
    return [told(first), told(second)];
  },
  'blind-cancel-without-lock': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 1_500 });
    const cancel = () => merchant.post(`/v1/escrows/${escrow}/cancel`, undefined, { 'idempotency-key': 'once' });
    const both = await Promise.all([cancel(), cancel()]);
    return both.map(told).sort();
  },
  'blind-key-without-the-recipient': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const key = { 'idempotency-key': 'once' };
    const first = await merchant.post('/v1/payouts', payout, key);
    const second = await merchant.post('/v1/payouts', { ...payout, recipient: story.failing }, key);
    return [told(first), told(second)];
  },
  'blind-replay-of-disputed-escrow-is-200': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow();
    const create = () => merchant.post('/v1/escrows', escrow, { 'idempotency-key': 'once' });
    await create();
    await story.deed(merchant, escrow.reference, 'pay');
    await story.deed(merchant, escrow.reference, 'dispute');
    return told(await create());
  },
});
