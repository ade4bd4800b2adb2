import { probes, told } from '../probe.support.ts';
import { found } from './money-escrows.ts';

probes(found, {
  'blind18-accounts-have-small-letters': async (story) => {
    const merchant = await story.merchant();
    const email = 'Ada@Example.com';
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: email });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind18-sellers-name-compared-at-release': async (story) => {
    const walletId = '7012345678';
    await story.wallet('sandbox', walletId, 'Ngozi Eze', 0);
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId });
    const escrow = await story.funded(merchant, { seller: { walletId } });
    await story.control('POST', '/wallets', { environment: 'sandbox', walletId, holderName: 'Ngozi Eze-Obi' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, walletId);
  },
  'blind18-live-available-is-the-total': async (story) => {
    const walletId = '7012345678';
    await story.wallet('live', walletId, 'Ngozi Eze', 3_000);
    const merchant = await story.merchant('live');
    await story.approved(merchant, { walletId });
    await story.funded(merchant, { seller: { walletId } });
    return await story.available(merchant, walletId);
  },
  'blind18-one-unpaid-escrow-of-two-parties': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada@example.com' };
    await story.made(merchant, 'escrows', story.escrow({ buyer }));
    return told(await merchant.post('/v1/escrows', story.escrow({ buyer })));
  },
  'blind18-reason-wants-an-amount': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { reason: 'Sold out' }));
  },
});
