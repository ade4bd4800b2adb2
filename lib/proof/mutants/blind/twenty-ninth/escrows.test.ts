import { probes } from '../probe.support.ts';
import { advanceTo } from './clock.support.ts';
import { found } from './escrows.ts';

const walletId = '0000000001';

probes(found, {
  'blind29-no-commission-to-the-seller-itself': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { feeAmount: 1_000, feeWalletId: walletId });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, walletId);
  },
  'blind29-release-needs-the-link-still': async (story) => {
    const [merchant, reader] = [await story.merchant(), await story.merchant()];
    await story.approved(reader);
    const link = await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const escrow = await story.funded(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return [await story.status(merchant, 'escrows', escrow), await story.available(reader, walletId)];
  },
  'blind29-720-hours-are-a-month': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, (now) => Date.UTC(now.getUTCFullYear() + 1, 0, 5));
    const escrow = await story.funded(merchant, { autoReleaseHours: 720 });
    await story.advance(720 * 3_600 + 60);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind29-what-follows-a-plus-is-no-name': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada+shop@example.com' };
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind29-one-job-for-a-reference': async (story) => {
    const merchants = [await story.merchant(), await story.merchant()];
    for (const merchant of merchants) await story.funded(merchant, { reference: 'order-1', autoReleaseHours: 2 });
    await story.advance(3 * 3_600);
    return await Promise.all(merchants.map((merchant) => story.status(merchant, 'escrows', 'order-1')));
  },
});
