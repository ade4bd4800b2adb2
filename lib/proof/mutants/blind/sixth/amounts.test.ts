import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind6-live-payout-with-the-limits-of-checkouts': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    await story.paid(live, { amount: 20_000 });
    const body = story.payout({ amount: 5_000 });
    return [told(await sandbox.post('/v1/payouts', body)), told(await live.post('/v1/payouts', body))];
  },
  'blind6-fee-in-two-bytes': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.approved(merchant, { walletId: '0000000002' });
    const fee = { feeAmount: 100_000, feeWalletId: '0000000002' };
    const escrow = await story.funded(merchant, { amount: 1_000_000, ...fee });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return [await story.available(merchant, '0000000001'), await story.available(merchant, '0000000002')];
  },
});
