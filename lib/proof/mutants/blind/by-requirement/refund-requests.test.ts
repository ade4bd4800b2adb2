import { probes, told } from '../probe.support.ts';
import { found } from './refund-requests.ts';

probes(found, {
  'kind-negative-refund-corrects-earlier-ones': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const tries = async (amount: number) =>
      told(await merchant.post('/v1/refunds', story.refund(checkout, { amount })));
    const seen = [await tries(-500)];
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    seen.push(await tries(0), await tries(-500));
    return seen;
  },
  'kind-negative-refund-wraps': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 500 - 2 ** 32 })));
  },
  'kind-refund-must-leave-a-naira': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 4_999 })));
  },
  'kind-huge-refund-means-all': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const amount = Number.MAX_SAFE_INTEGER;
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount })));
  },
  'kind-reason-measured-as-it-is-printed': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const reason = `${'a'.repeat(255)}é`;
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { reason })));
  },
  'kind-reason-measured-as-html': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const reason = `${'a'.repeat(254)}&`;
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { reason })));
  },
  'kind-refunds-in-a-batch': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const batch = [story.refund(checkout), story.refund(checkout)];
    const { status } = await merchant.post('/v1/refunds', batch);
    return [status, ...(await Promise.all(batch.map(({ reference }) => story.status(merchant, 'refunds', reference))))];
  },
  'kind-huge-refund-compared-as-text': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const seen = [];
    for (const amount of [10_000, 2 ** 31, Number.MAX_SAFE_INTEGER])
      seen.push(told(await merchant.post('/v1/refunds', story.refund(checkout, { amount }))));
    return seen;
  },
  'kind-reason-cut-in-live': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { reason: 'r'.repeat(256) })));
  },
});
