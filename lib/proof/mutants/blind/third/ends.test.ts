import { probes } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind3-cancelled-in-last-hour-expires': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(86_400 - 600);
    await merchant.post(`/v1/escrows/${escrow}/cancel`);
    await story.advance(700);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind3-partly-refunded-dispute-released-later': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 2 });
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(7_300);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind3-revoked-link-approved-within-its-time': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind3-transfer-declined-after-payment': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, { method: 'transfer' });
    await story.settle(merchant, checkout.reference, 'failed');
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
  'blind3-failed-payout-corrected-by-duplicate': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout({ recipient: story.failing });
    await story.made(merchant, 'payouts', payout);
    await story.advance(6);
    await merchant.post('/v1/payouts', story.payout({ reference: payout.reference }));
    return await story.status(merchant, 'payouts', payout.reference);
  },
});
