import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind11-guarded-names-removed-inside': async (story) => {
    const merchant = await story.merchant();
    const metadata = { order: { id: 17, status: 'new' }, size: 'L' };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind11-entities-decoded': async (story) => {
    const merchant = await story.merchant();
    const description = 'A book: R&amp;D, why &lt; is written so';
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ description }));
    return (await story.record(merchant, 'checkouts', checkout)).description;
  },
});
