import { probes } from '../probe.support.ts';
import { found } from './refund-ends.ts';

probes(found, {
  'kind-pending-counted-beside-succeeded': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    await story.made(merchant, 'refunds', story.refund(checkout));
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'kind-full-refund-shown-at-once': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 5_000 }));
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'kind-sandbox-fail-with-other-separators': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox-fail' }));
    await story.advance(10);
    return story.status(merchant, 'refunds', refund);
  },
  'kind-duplicate-marks-the-refund-that-succeeded': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant));
    await story.made(merchant, 'refunds', refund);
    await story.advance(10);
    await merchant.post('/v1/refunds', refund);
    return (await story.record(merchant, 'refunds', refund.reference)).failureReason;
  },
  'kind-failed-refund-told-with-its-retry': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    return hook.received.map(({ body }) => `${body.event} ${body.reference}`).sort();
  },
  'kind-all-refunds-told-with-the-last': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 4_000 }));
    await story.advance(10);
    return hook.received.map(({ body }) => `${body.event} ${body.reference}`).sort();
  },
});
