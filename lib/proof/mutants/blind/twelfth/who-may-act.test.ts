import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind12-fee-wallet-needs-a-link': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const fee = { feeAmount: 500, feeWalletId: '0000000002' };
    return told(await merchant.post('/v1/escrows', story.escrow(fee)));
  },
  'blind12-latest-link-decides': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.linked(merchant);
    return told(await merchant.get('/v1/wallets/0000000001/balance'));
  },
});
