import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind10-one-row-per-buyer': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'checkouts', story.checkout({ customer: { email: 'ADA@example.com' } }));
    return (await story.record(merchant, 'checkouts', checkout)).customer;
  },
  'blind10-reason-written-by-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'One of two was broken' }));
    await story.advance(10);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'The other was late' }));
    await story.advance(10);
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
});
