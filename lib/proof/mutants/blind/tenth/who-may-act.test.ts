import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind10-tagged-address-may-pay': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+shop@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind10-unlinks-whole-wallet': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    const link = await story.approved(merchant);
    await story.approved(other);
    await merchant.delete(`/v1/wallet-links/${link}`);
    return told(await other.get('/v1/wallets/0000000001/balance'));
  },
});
