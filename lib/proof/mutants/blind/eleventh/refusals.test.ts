import { probes } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind11-duplicate-writes-the-recipient': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    await merchant.post('/v1/payouts', story.payout({ reference: payout, recipient: story.failing }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind11-refused-escrow-asks-for-a-link': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const link = await story.linked(merchant);
    await merchant.post('/v1/escrows', story.escrow());
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
