import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind13-message-put-into-json-as-it-is': async (story) => {
    const merchant = await story.merchant();
    const { status, body } = await merchant.post('/v1/refunds', story.refund('an 8" plate'));
    return [status, Object.keys(body)];
  },
  'blind13-sum-of-failed-refunds-is-null': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
});
