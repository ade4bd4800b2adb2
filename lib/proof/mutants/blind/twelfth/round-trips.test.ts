import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind12-narration-beside-the-reference': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout({ reference: 'payout-2026-000017', narration: 'n'.repeat(100) });
    const reference = await story.made(merchant, 'payouts', payout);
    return (await story.record(merchant, 'payouts', reference)).narration;
  },
  'blind12-metadata-read-as-yaml': async (story) => {
    const merchant = await story.merchant();
    const metadata = { country: 'NO', gift: 'yes' };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
});
