import { probes, told } from '../probe.support.ts';
import { found } from './parties-escrows.ts';

const HOUR = 3_600;

probes(found, {
  'blind16-escrow-refused-refund-ends-the-dispute': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, escrow, 'dispute');
    const refused = await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 100.5 });
    await story.advance(2 * HOUR);
    return [told(refused), await story.status(merchant, 'escrows', escrow)];
  },
  'blind16-escrow-paid-in-the-last-hour-expires': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(23.5 * HOUR);
    await story.deed(merchant, escrow, 'pay');
    const paid = await story.status(merchant, 'escrows', escrow);
    await story.advance(HOUR);
    return [paid, await story.status(merchant, 'escrows', escrow)];
  },
  'blind16-escrow-expires-after-its-release-hours': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ autoReleaseHours: 2 }));
    await story.advance(3 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind16-escrow-buyer-by-mailbox': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow({ buyer: { email: 'ada@example.com' } });
    const escrow = await story.made(merchant, 'escrows', body);
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+shop@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind16-escrow-locked-by-a-refused-payer': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow({ buyer: { email: 'ada@example.com' } });
    const escrow = await story.made(merchant, 'escrows', body);
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'obi@example.com' });
    const cancelled = await merchant.post(`/v1/escrows/${escrow}/cancel`);
    return [cancelled.status, await story.status(merchant, 'escrows', escrow)];
  },
  'blind16-escrow-fee-booked-at-payment': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000010');
    await story.approved(merchant, { walletId: '4000000010' });
    const escrow = await story.funded(merchant, { feeAmount: 700, feeWalletId: '4000000010' });
    const held = await story.available(merchant, '4000000010');
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return [held, await story.available(merchant, '4000000010')];
  },
  'blind16-escrow-release-job-wants-the-link': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.owner(merchant, link, 'unlink');
    await story.advance(2 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
});
