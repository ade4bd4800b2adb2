import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind6-metadata-in-camel-case': async (story) => {
    const merchant = await story.merchant();
    const metadata = { order_id: 17, buyer: { first_name: 'Ada' } };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind6-reason-safe-for-spreadsheets': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: '- one item too few' }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
});
