import { probes, told } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './replays.ts';

probes(found, {
  'blind10-fingerprint-without-types': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout({ narration: null });
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/payouts', payout, key);
    return told(await merchant.post('/v1/payouts', { ...payout, narration: 'null' }, key));
  },
  'blind10-last-hour-starts-anew': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/checkouts', checkout, key);
    await story.advance(23.5 * HOUR);
    await merchant.post('/v1/checkouts', checkout, key);
    await story.advance(0.6 * HOUR);
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
});
