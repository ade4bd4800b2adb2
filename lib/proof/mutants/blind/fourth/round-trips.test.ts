import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind4-dates-in-metadata-are-dates': async (story) => {
    const merchant = await story.merchant();
    const metadata = { pickup: { at: '2026-12-24T10:00:00+01:00' } };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind4-reason-ends-at-the-first-emoji': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const reason = 'broken on arrival 😞, says the buyer';
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
});
