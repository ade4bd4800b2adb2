import { probes } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind4-refund-amount-in-single-precision': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 20_000_000 });
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { amount: 16_777_217 }));
    return (await story.record(merchant, 'refunds', refund)).amount;
  },
  'blind4-fee-kept-as-rate': async (story) => {
    const merchant = await story.merchant();
    const walletId = '0000000002';
    await story.approved(merchant, { walletId });
    const escrow = await story.funded(merchant, { feeAmount: 333, feeWalletId: walletId });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, walletId);
  },
});
