import { probes } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind11-falsy-values-filtered': async (story) => {
    const merchant = await story.merchant();
    const metadata = { gift: false, discount: 0, note: '', size: 'L' };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind11-empty-buyer-shuts-all-out': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { buyer: {} });
    return await story.status(merchant, 'escrows', escrow);
  },
});
