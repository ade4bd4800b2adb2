import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind7-empty-object-becomes-a-list': async (story) => {
    const merchant = await story.merchant();
    const metadata = { order: 17, options: {}, lines: [] };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind7-metadata-names-without-case': async (story) => {
    const merchant = await story.merchant();
    const metadata = { size: 'XL', Size: 42 };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
});
