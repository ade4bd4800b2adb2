import { probes, type Story, told } from '../probe.support.ts';
import { found } from './refund-records.ts';

/** Two merchants, and a refund of a checkout with the same reference for each. */
async function namesakes(story: Story) {
  const [one, other] = [await story.merchant(), await story.merchant()];
  const { reference } = story.checkout();
  await story.paid(one, { reference });
  await story.paid(other, { reference });
  return { one, other, reference };
}

probes(found, {
  'kind-refund-joined-by-reference-alone': async (story) => {
    const { one, other, reference } = await namesakes(story);
    const refund = story.refund(reference);
    await story.made(one, 'refunds', refund);
    await story.advance(1);
    await story.made(other, 'refunds', { ...refund, amount: 700 });
    return [
      await story.record(one, 'refunds', refund.reference),
      await story.record(other, 'refunds', refund.reference),
    ].map(({ amount }) => amount);
  },
  'kind-settled-reference-free-for-another-payment': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant));
    const another = { ...refund, paymentReference: await story.paid(merchant) };
    await story.made(merchant, 'refunds', refund);
    const pending = await merchant.post('/v1/refunds', another);
    await story.advance(10);
    return [pending, await merchant.post('/v1/refunds', refund), await merchant.post('/v1/refunds', another)].map(told);
  },
  'kind-refund-reference-free-after-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { amount: 5_000 });
    await story.made(merchant, 'refunds', refund);
    await story.advance(90_000);
    return told(await merchant.post('/v1/refunds', { ...refund, paymentReference: await story.paid(merchant) }));
  },
  'kind-failed-reference-free-after-an-hour': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { reason: 'sandbox_fail' });
    await story.made(merchant, 'refunds', refund);
    await story.advance(10);
    const soon = told(await merchant.post('/v1/refunds', refund));
    await story.advance(3_600);
    return [soon, told(await merchant.post('/v1/refunds', refund))];
  },
  'kind-refund-found-by-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    return told(await merchant.get(`/v1/refunds/${checkout}`));
  },
  'kind-underscore-finds-any-refund': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'refunds', story.refund(await story.paid(merchant), { reference: 'order-1' }));
    return told(await merchant.get('/v1/refunds/order_1'));
  },
  'kind-refund-seen-by-namesake-of-its-payment': async (story) => {
    const { one, other, reference } = await namesakes(story);
    const refund = await story.made(one, 'refunds', story.refund(reference));
    return told(await other.get(`/v1/refunds/${refund}`));
  },
  'kind-refund-of-others-forbidden': async (story) => {
    const { one, other, reference } = await namesakes(story);
    const refund = await story.made(one, 'refunds', story.refund(reference));
    return told(await other.get(`/v1/refunds/${refund}`));
  },
  'kind-failed-refund-with-an-http-date': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return /^\d{4}-\d\d-\d\dT/.test(String((await story.record(merchant, 'refunds', refund)).createdAt));
  },
  'kind-settled-refunds-cached-by-path': async (story) => {
    const { one, other, reference } = await namesakes(story);
    const refund = story.refund(reference);
    await story.made(one, 'refunds', refund);
    await story.made(other, 'refunds', { ...refund, amount: 700 });
    await story.advance(10);
    const records = [
      await story.record(one, 'refunds', refund.reference),
      await story.record(other, 'refunds', refund.reference),
    ];
    return records.map(({ amount }) => amount);
  },
});
