import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind5-numbered-names-become-a-list': async (story) => {
    const merchant = await story.merchant();
    const metadata = { seats: { 0: 'A1', 1: 'A2' }, note: 'window' };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
});
