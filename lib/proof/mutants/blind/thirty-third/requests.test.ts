import { probes, times, told } from '../probe.support.ts';
import { found } from './requests.ts';

const key = { 'idempotency-key': 'order-1' };

probes(found, {
  'blind33-keys-of-both-environments-are-one': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const body = story.checkout();
    await sandbox.post('/v1/checkouts', body, key);
    await live.post('/v1/checkouts', body, key);
    return (await live.get(`/v1/checkouts/${body.reference}`)).status;
  },
  'blind33-three-repeats-and-no-more': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await times(4, () => merchant.post('/v1/checkouts', body, key));
    return told(await merchant.post('/v1/checkouts', body, key));
  },
  'blind33-key-of-a-failed-refund-is-free': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(reference, { reason: 'sandbox_fail' }), key);
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(reference), key));
  },
  'blind33-repeats-of-one-in-progress-are-free': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 1_500 });
    const body = story.checkout();
    const first = merchant.post('/v1/checkouts', body, key);
    const repeats = await Promise.all(Array.from({ length: 130 }, () => merchant.post('/v1/checkouts', body, key)));
    await first;
    return repeats.some(({ status }) => status === 429);
  },
});
