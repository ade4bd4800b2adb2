import { probes, times, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind15-equal-refunds-count-once': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await times(2, () => merchant.post('/v1/refunds', story.refund(checkout)));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind15-pending-refunds-do-not-count-in-live': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 3_000 }));
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 3_000 })));
  },
  'blind15-ten-refunds-of-a-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await times(10, () => merchant.post('/v1/refunds', story.refund(checkout, { amount: 100 })));
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 100 })));
  },
  'blind15-one-failure-fails-the-batch': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout));
    await merchant.post('/v1/refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return story.status(merchant, 'refunds', refund);
  },
  'blind15-same-refund-under-another-key': async (story) => {
    const merchant = await story.merchant();
    const body = story.refund(await story.paid(merchant));
    await merchant.post('/v1/refunds', body);
    return told(await merchant.post('/v1/refunds', body));
  },
  'blind15-refundable-once-the-event-is-acknowledged': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.advance(0);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
});
