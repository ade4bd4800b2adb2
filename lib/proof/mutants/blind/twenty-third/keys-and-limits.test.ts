import { probes, times, told } from '../probe.support.ts';
import { found } from './keys-and-limits.ts';

const key = { 'idempotency-key': 'the same' };

probes(found, {
  'blind23-nested-fields-are-left-out-of-the-comparison': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    const other = { ...payout, recipient: { ...payout.recipient, accountNumber: '9876543210' } };
    return told(await merchant.post('/v1/payouts', other, key));
  },
  'blind23-refusal-leaves-the-key-locked': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { amount: 6_000 });
    await merchant.post('/v1/refunds', refund, key);
    return told(await merchant.post('/v1/refunds', refund, key));
  },
  'blind23-kept-response-ends-after-a-thousand-characters': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { metadata: { note: 'x'.repeat(2_000) } });
    const path = `/v1/escrows/${escrow}/release`;
    const first = await merchant.post(path, undefined, key);
    return first.text === (await merchant.post(path, undefined, key)).text;
  },
  'blind23-each-of-two-workers-counts-for-itself': async (story) => {
    const merchant = await story.merchant();
    await times(150, () => merchant.get('/v1/balance'));
    return told(await merchant.get('/v1/balance'));
  },
});
