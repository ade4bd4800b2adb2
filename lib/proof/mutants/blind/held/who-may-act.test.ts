import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind13-wallet-of-the-fee-needs-no-link': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const fee = { feeAmount: 500, feeWalletId: '0000000001' };
    return told(await merchant.post('/v1/escrows', story.escrow(fee)));
  },
  'blind13-new-setting-stops-payments': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.deed(merchant, escrow, 'pay');
    return await story.status(merchant, 'escrows', escrow);
  },
});
