import { probes } from '../probe.support.ts';
import { found } from './money-balances.ts';

probes(found, {
  'blind19-levy-of-larger-transfers': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 2_000_000 });
    await story.made(merchant, 'payouts', story.payout({ amount: 1_000_000 }));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind19-payouts-joined-with-banks-by-name': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'payouts', story.payout());
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind19-commission-in-the-balance-too': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { feeAmount: 2_000, feeWalletId: '0000000002' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.balance(merchant);
  },
});
