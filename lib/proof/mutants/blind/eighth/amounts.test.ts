import { probes } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind8-balance-through-naira': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 115 });
    return await story.balance(merchant);
  },
  'blind8-no-remainder-pays-all': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { amount: 40_000 });
    const { status } = await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 40_000 });
    return [status, await story.available(merchant, '0000000001')];
  },
});
