import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind9-metadata-dates-revived': async (story) => {
    const merchant = await story.merchant();
    const metadata = { order: { pickedUpAt: '2026-03-01T10:00:00+01:00' } };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind9-narration-as-the-bank-took-it': async (story) => {
    const merchant = await story.merchant();
    const narration = 'Weekly payment to the seller for all orders that were handed over by Sunday';
    const payout = await story.made(merchant, 'payouts', story.payout({ narration }));
    await story.advance(10);
    const { status, narration: kept } = await story.record(merchant, 'payouts', payout);
    return [status, kept];
  },
});
