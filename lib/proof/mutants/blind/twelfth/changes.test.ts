import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './changes.ts';

probes(found, {
  'blind12-saved-without-the-columns-not-loaded': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { description: 'Two chairs', metadata: { order: 7 } });
    await merchant.post('/v1/refunds', story.refund(checkout));
    const { description, metadata } = await story.record(merchant, 'checkouts', checkout);
    return [description, metadata];
  },
  'blind12-old-failures-read-as-expired': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, checkout, 'failed');
    await story.advance(DAY + 60);
    return (await story.record(merchant, 'checkouts', checkout)).failureReason;
  },
});
