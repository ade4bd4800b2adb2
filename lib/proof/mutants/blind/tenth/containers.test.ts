import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind10-no-fee-counts-as-none-given': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ feeAmount: 0 })));
  },
  'blind10-inner-lists-flattened': async (story) => {
    const merchant = await story.merchant();
    const metadata = { rows: [[1, 2], [3]] };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
});
