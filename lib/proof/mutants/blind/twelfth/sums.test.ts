import { probes } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind12-left-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 5_000 });
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 3_750 }));
    const { body } = await merchant.post('/v1/refunds', story.refund(checkout, { amount: 2_000 }));
    const { message } = body.error as { message: string };
    return /1250|12\.50/.test(message);
  },
  'blind12-refunded-dispute-pays-the-fee': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000002');
    await story.approved(merchant, { walletId: '4000000002' });
    const escrow = await story.funded(merchant, { feeAmount: 700, feeWalletId: '4000000002' });
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`);
    return await story.available(merchant, '4000000002');
  },
});
