import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './escrows.ts';

probes(found, {
  'blind24-automatic-release-asks-for-the-link-again': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const link = await story.approved(merchant);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.owner(merchant, link, 'unlink');
    await story.advance(2 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind24-release-frees-all-that-the-wallet-holds': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.funded(merchant);
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '0000000001');
  },
  'blind24-tag-of-an-address-does-not-count': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+other@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind24-nothing-is-held-for-more-than-thirty-days': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(31 * DAY);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind24-setting-is-cached-by-the-first-escrow': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'escrows', story.escrow());
    await story.patch(merchant, { requireLinkedWallets: true });
    return (await merchant.post('/v1/escrows', story.escrow())).status;
  },
});
