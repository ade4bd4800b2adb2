import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind5-failed-refund-restores-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_500 }));
    await story.advance(1);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 500, reason: 'sandbox_fail' }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
});
