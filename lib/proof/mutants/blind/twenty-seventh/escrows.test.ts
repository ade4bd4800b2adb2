import { probes, told } from '../probe.support.ts';
import { advanceTo } from './dates.support.ts';
import { found } from './escrows.ts';

const SELLER = '0000000001';

probes(found, {
  'blind27-a-reason-makes-it-a-part': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant);
    const { status } = await merchant.post(`/v1/escrows/${escrow}/refund`, { reason: 'The parcel was lost.' });
    return [status, await story.available(merchant, SELLER)];
  },
  'blind27-an-empty-buyer-is-nobody': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: {} }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind27-720-hours-are-a-month': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, '12:00:00', 5, 0);
    const escrow = await story.funded(merchant, { autoReleaseHours: 720 });
    await story.advance(721 * 3_600);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind27-one-release-job-per-reference': async (story) => {
    const [first, second] = [await story.merchant(), await story.merchant()];
    await story.funded(first, { reference: 'order-1', autoReleaseHours: 2 });
    await story.funded(second, { reference: 'order-1', autoReleaseHours: 3 });
    await story.advance(4 * 3_600);
    return [await story.status(first, 'escrows', 'order-1'), await story.status(second, 'escrows', 'order-1')];
  },
  'blind27-seller-and-fee-in-one-wallet': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { feeAmount: 2_000, feeWalletId: SELLER });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, SELLER);
  },
  'blind27-the-fee-wallet-needs-a-link-too': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const fee = { feeAmount: 2_000, feeWalletId: '0000000002' };
    return [
      told(await merchant.post('/v1/escrows', story.escrow())),
      told(await merchant.post('/v1/escrows', story.escrow(fee))),
    ];
  },
  'blind27-automatic-release-asks-for-the-link': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(2 * 3_600);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind27-no-release-to-a-renamed-wallet': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '5550000001', 'Ngozi Eze');
    const escrow = await story.funded(merchant, { seller: { walletId: '5550000001' } });
    await story.wallet('sandbox', '5550000001', 'Ngozi Eze-Okafor');
    const { status } = await merchant.post(`/v1/escrows/${escrow}/release`);
    return [status, await story.status(merchant, 'escrows', escrow)];
  },
});
