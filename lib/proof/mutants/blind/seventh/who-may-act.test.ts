import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind7-any-linked-wallet-is-enough': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000002' });
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind7-live-buyer-is-not-compared': async (story) => {
    await story.wallet('live', '9000000001');
    const merchant = await story.merchant('live');
    const escrow = await story.made(
      merchant,
      'escrows',
      story.escrow({ seller: { walletId: '9000000001' }, buyer: { email: 'ada@example.com' } }),
    );
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'mallory@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
});
