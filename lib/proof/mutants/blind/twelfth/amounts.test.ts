import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind12-escrow-refund-from-the-smallest-escrow': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 5_000 }));
  },
  'blind12-whole-amount-is-no-part': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { amount: 50_000 });
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 50_000 }));
  },
});
