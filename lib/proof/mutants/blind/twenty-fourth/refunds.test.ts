import { probes } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind24-refunds-of-a-run-share-an-outcome': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment));
    const failing = await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    await story.advance(60);
    return await story.status(merchant, 'refunds', failing);
  },
  'blind24-failure-recounts-what-is-left': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    await story.advance(1);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 4_000 }));
    await story.advance(1.5);
    return (await merchant.post('/v1/refunds', story.refund(payment, { amount: 4_000 }))).status;
  },
  'blind24-refund-reference-is-unique-in-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const [first, second] = [await story.paid(merchant), await story.paid(merchant)];
    const reference = await story.made(merchant, 'refunds', story.refund(first));
    return (await merchant.post('/v1/refunds', story.refund(second, { reference }))).status;
  },
  'blind24-record-is-cached-until-the-checkout-goes-on': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.record(merchant, 'checkouts', payment);
    await story.made(merchant, 'refunds', story.refund(payment));
    await story.advance(60);
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount;
  },
  'blind24-refund-may-leave-no-small-rest': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    return (await merchant.post('/v1/refunds', story.refund(payment, { amount: 4_950 }))).status;
  },
  'blind24-message-names-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant, { amount: 5_055 });
    return (await merchant.post('/v1/refunds', story.refund(payment, { amount: 6_000 }))).body;
  },
});
