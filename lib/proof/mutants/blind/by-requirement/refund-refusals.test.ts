import { probes, told } from '../probe.support.ts';
import { found } from './refund-refusals.ts';

probes(found, {
  'kind-unpaid-refund-kept-as-failed': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const refund = story.refund(checkout);
    const refused = await merchant.post('/v1/refunds', refund);
    return [told(refused), told(await merchant.get(`/v1/refunds/${refund.reference}`))];
  },
  'kind-exceeding-refund-waits-for-room': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 4_000, reason: 'sandbox_fail' }));
    const refund = story.refund(checkout, { amount: 2_000 });
    const refused = await merchant.post('/v1/refunds', refund);
    await story.advance(3_600);
    return [told(refused), await story.status(merchant, 'refunds', refund.reference)];
  },
  'kind-unpaid-refund-reported-later': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await merchant.post('/v1/refunds', story.refund(checkout));
    await story.advance(3_600);
    return hook.events();
  },
  'kind-newest-pending-refund-counts-alone': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refunds = [2_000, 1_000, 3_000].map((amount) => story.refund(checkout, { amount }));
    const seen = [];
    for (const refund of refunds) seen.push(told(await merchant.post('/v1/refunds', refund)));
    return seen;
  },
  'kind-doomed-refund-does-not-count': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 4_000, reason: 'sandbox_fail' }));
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 1_001 })));
  },
  'kind-two-exceeding-refunds-close-the-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const seen = [];
    for (const amount of [5_001, 6_000, 5_000])
      seen.push(told(await merchant.post('/v1/refunds', story.refund(checkout, { amount }))));
    return seen;
  },
  'kind-state-of-others-payment-told': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const checkout = await story.made(one, 'checkouts', story.checkout());
    return told(await other.post('/v1/refunds', story.refund(checkout)));
  },
  'kind-refunds-closed-a-day-after-the-first': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(90_000);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'kind-duplicate-refund-told-as-failed': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const refund = story.refund(await story.paid(merchant));
    await story.made(merchant, 'refunds', refund);
    await story.advance(10);
    await merchant.post('/v1/refunds', refund);
    await story.advance(10);
    return hook.events().sort();
  },
  'kind-exceeding-refund-shows-all-as-refunded': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const shown = async () => (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 4_001 }));
    const seen = [await shown()];
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 4_000 }));
    return [...seen, await shown()];
  },
});
