import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind9-earlier-buyer-may-pay': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'escrows', story.escrow());
    await story.deed(merchant, first, 'pay', { buyerEmail: 'bola@example.com' });
    const second = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, second, 'pay', { buyerEmail: 'bola@example.com' });
    return await story.status(merchant, 'escrows', second);
  },
  'blind9-paid-sellers-count-as-linked': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const link = await story.approved(merchant);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'buyer-release');
    await story.owner(merchant, link, 'unlink');
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
});
