import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind8-record-cached-once-refunded': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const seen: unknown[] = [];
    for (let refunds = 0; refunds < 2; refunds++) {
      await story.made(merchant, 'refunds', story.refund(checkout));
      await story.advance(10);
      seen.push((await story.record(merchant, 'checkouts', checkout)).refundedAmount);
    }
    return seen;
  },
});
