import { probes } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind8-tagged-address-may-pay': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+shop@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind8-asking-anew-reopens-the-balance': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    const balance = async () => (await merchant.get('/v1/wallets/0000000001/balance')).status;
    const revoked = await balance();
    await story.linked(merchant);
    return [revoked, await balance()];
  },
});
