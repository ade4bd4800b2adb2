import { probes } from '../probe.support.ts';
import { found } from './money-balance.ts';

probes(found, {
  'blind26-refund-takes-what-the-balance-has': async (story) => {
    const merchant = await story.merchant('live');
    const paid = await story.paid(merchant, { amount: 20_000 });
    await story.made(merchant, 'payouts', story.payout({ amount: 20_000 }));
    await story.advance(10);
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 15_000 }));
    await story.advance(10);
    const before = await story.balance(merchant);
    await story.paid(merchant, { amount: 20_000 });
    return [before, await story.balance(merchant)];
  },
  'blind26-transfers-are-not-booked': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return [await story.status(merchant, 'checkouts', String(body.reference)), await story.balance(merchant)];
  },
  'blind26-fee-is-booked-twice': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { feeAmount: 2_000, feeWalletId: '0000000003' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.balance(merchant);
  },
});
