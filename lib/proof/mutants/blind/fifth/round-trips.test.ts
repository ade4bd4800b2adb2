import { probes } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind5-proto-taken-out-of-metadata': async (story) => {
    const merchant = await story.merchant();
    // As text: in an object literal the name would set the prototype.
    const metadata = JSON.parse('{"cart":{"__proto__":{"sku":"A-1"},"size":2}}') as object;
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return JSON.stringify((await story.record(merchant, 'checkouts', checkout)).metadata);
  },
  'blind5-invisible-characters-stripped': async (story) => {
    const merchant = await story.merchant();
    const description = 'Family ticket \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}';
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ description }));
    return (await story.record(merchant, 'checkouts', checkout)).description;
  },
});
