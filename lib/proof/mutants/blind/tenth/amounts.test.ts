import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind10-fee-kept-as-rate': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000001' });
    await story.approved(merchant, { walletId: '0000000002' });
    const escrow = await story.funded(merchant, { feeAmount: 1_234, feeWalletId: '0000000002' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return [await story.available(merchant, '0000000001'), await story.available(merchant, '0000000002')];
  },
  'blind10-equal-within-a-millionth': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 2_500_000 });
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 2_500_001 })));
  },
});
