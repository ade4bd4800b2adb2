import { probes, told } from '../probe.support.ts';
import { found } from './round-trips.ts';

probes(found, {
  'blind13-metadata-integers-of-32-bits': async (story) => {
    const merchant = await story.merchant();
    const metadata = { phone: 2_348_012_345_678, table: 7 };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind13-jsonb-takes-no-zero-sign': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ metadata: { scanned: 'A\0B' } })));
  },
});
