import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind3-pending-links-of-one-wallet-rejected-by-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const link = await story.linked(owner);
    await story.linked(other);
    await other.post(`/v1/sandbox/wallet-links/${link}/reject`);
    return (await owner.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind3-disputed-escrow-refunded-by-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const escrow = await story.funded(owner);
    await story.deed(owner, escrow, 'dispute');
    await other.post(`/v1/escrows/${escrow}/refund`);
    return await story.status(owner, 'escrows', escrow);
  },
  'blind3-buyer-without-dots': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada.obi@example.com' };
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'adaobi@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind3-escrow-that-is-over-read-by-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const escrow = await story.funded(owner);
    await story.deed(owner, escrow, 'buyer-release');
    return (await other.get(`/v1/escrows/${escrow}`)).status;
  },
  'blind3-link-ended-by-owner-still-counts-for-escrows': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.owner(merchant, await story.approved(merchant), 'unlink');
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
});
