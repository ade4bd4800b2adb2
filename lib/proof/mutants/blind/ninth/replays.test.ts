import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind9-fingerprint-of-outer-names': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/payouts', payout, key);
    const other = { ...payout, recipient: { ...payout.recipient, accountNumber: '0123456780' } };
    return told(await merchant.post('/v1/payouts', other, key));
  },
  'blind9-refusal-gives-key-back': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/checkouts', checkout, key);
    await merchant.post('/v1/checkouts', story.checkout({ amount: 6_000 }), key);
    const again = await merchant.post('/v1/checkouts', checkout, key);
    return [told(again), again.headers['idempotent-replayed'] ?? null];
  },
});
