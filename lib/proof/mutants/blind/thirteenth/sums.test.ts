import { probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './sums.ts';

probes(found, {
  'blind13-balance-kept-above-zero': async (story) => {
    const merchant = await story.merchant();
    const before = await story.balance(merchant);
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return [before, await story.balance(merchant)];
  },
  'blind13-refunds-of-the-day-count': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 5_000 });
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 4_500 }));
    await story.advance(DAY + 60);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 1_000 })));
  },
  'blind13-live-fee-goes-nowhere': async (story) => {
    const merchant = await story.merchant('live');
    for (const walletId of ['4000000001', '4000000002']) await story.wallet('live', walletId);
    await story.approved(merchant, { walletId: '4000000002' });
    const fee = { seller: { walletId: '4000000001' }, feeAmount: 700, feeWalletId: '4000000002' };
    const escrow = await story.funded(merchant, fee);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '4000000002');
  },
});
