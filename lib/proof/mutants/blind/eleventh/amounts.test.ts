import { probes } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind11-wallet-clipped-at-32-bits': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    for (const amount of [1_500_000_000, 1_500_000_000]) {
      const escrow = await story.funded(merchant, { amount });
      await merchant.post(`/v1/escrows/${escrow}/release`);
    }
    return await story.available(merchant, '0000000001');
  },
  'blind11-tenths-of-a-naira-as-kobo': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_050 }));
    return (await story.record(merchant, 'refunds', refund)).amount;
  },
});
