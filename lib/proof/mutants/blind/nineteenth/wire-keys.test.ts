import { probes, times, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

probes(found, {
  'blind19-keys-found-by-pattern': async (story) => {
    const merchant = await story.merchant();
    const send = (key: string) => merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': key });
    return [told(await send('pay-12')), told(await send('pay-1'))];
  },
  'blind19-any-violation-is-a-duplicate-reference': async (story) => {
    const merchant = await story.merchant();
    const send = () => merchant.post('/v1/payouts', story.payout(), { 'idempotency-key': 'one' });
    return [told(await send()), told(await send())];
  },
  'blind19-kept-answers-read-from-a-replica': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const send = () => merchant.post('/v1/payouts', payout, { 'idempotency-key': 'one' });
    return [told(await send()), told(await send())];
  },
  'blind19-counter-expires-a-minute-after-the-last': async (story) => {
    const merchant = await story.merchant();
    await times(3, async () => {
      await times(45, () => merchant.get('/v1/balance'));
      await story.advance(40);
    });
    return told(await merchant.get('/v1/balance'));
  },
});
