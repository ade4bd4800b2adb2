import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind13-fee-of-a-naira-at-least': async (story) => {
    const merchant = await story.merchant();
    const fee = { feeAmount: 75, feeWalletId: '0000000002' };
    return told(await merchant.post('/v1/escrows', story.escrow(fee)));
  },
});
