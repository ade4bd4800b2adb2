import { probes, told } from '../probe.support.ts';
import { found } from './money-escrows.ts';

probes(found, {
  'blind26-fee-of-nothing-is-no-fee': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/escrows', story.escrow({ feeAmount: 0 })));
  },
  'blind26-fee-overwrites-the-sellers-share': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1234567890');
    await story.approved(merchant, { walletId: '1234567890' });
    const fee = { feeAmount: 2_000, feeWalletId: '1234567890' };
    const escrow = await story.funded(merchant, { seller: { walletId: '1234567890' }, ...fee });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '1234567890');
  },
  'blind26-addresses-are-compared-by-their-inbox': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'ada+shop@example.com' });
    return await story.status(merchant, 'escrows', reference);
  },
  'blind26-automatic-release-asks-for-the-link': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.owner(merchant, link, 'unlink');
    await story.advance(3_700);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind26-seller-looked-up-at-creation': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { seller: { walletId: '1234567890' } });
    await story.wallet('sandbox', '1234567890');
    await story.approved(merchant, { walletId: '1234567890' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '1234567890');
  },
});
