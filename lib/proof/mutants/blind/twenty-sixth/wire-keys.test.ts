import { pause } from '../../steps.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

probes(found, {
  'blind26-bodies-compared-by-their-top-names': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'pay the seller' };
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    const recipient = { ...payout.recipient, accountNumber: '1111111111' };
    return told(await merchant.post('/v1/payouts', { ...payout, recipient }, key));
  },
  'blind26-lock-by-key-alone': async (story) => {
    const [slow, other] = [await story.merchant(), await story.merchant()];
    const key = { 'idempotency-key': 'order 1' };
    await story.control('POST', `/merchants/${slow.id}/processing-delay`, { milliseconds: 600 });
    const first = slow.post('/v1/checkouts', story.checkout(), key);
    await pause(200);
    const second = await other.post('/v1/checkouts', story.checkout(), key);
    return [told(await first), told(second)];
  },
});
