import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind8-numbered-metadata-becomes-a-list': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata: { 0: 'shirt', 1: 'shoes' } }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
});
