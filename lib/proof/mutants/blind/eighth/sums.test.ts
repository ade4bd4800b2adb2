import { probes } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind8-settled-beside-a-failure-adds-nothing': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    const good = await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    const { refundedAmount } = await story.record(merchant, 'checkouts', checkout);
    return [await story.status(merchant, 'refunds', good), refundedAmount];
  },
});
