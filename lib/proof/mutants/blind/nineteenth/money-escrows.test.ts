import { probes, told } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './money-escrows.ts';

probes(found, {
  'blind19-release-within-the-tier-of-the-wallet': async (story) => {
    const walletId = '7012345678';
    await story.wallet('sandbox', walletId);
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId });
    const escrow = await story.funded(merchant, { seller: { walletId }, amount: 40_000_000 });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, walletId);
  },
  'blind19-tax-taken-from-the-commission': async (story) => {
    const walletId = '7012345678';
    await story.wallet('sandbox', walletId);
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId });
    const escrow = await story.funded(merchant, { feeAmount: 2_000, feeWalletId: walletId });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, walletId);
  },
  'blind19-conditions-are-for-people': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1, conditions: 'Goods arrive whole' });
    await story.advance(2 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind19-release-job-joins-the-named-buyer': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.advance(73 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind19-part-wants-a-reason': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 }));
  },
});
