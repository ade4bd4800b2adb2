import { probes, told } from '../probe.support.ts';
import { found } from './money-escrows.ts';

probes(found, {
  'blind17-buyer-compared-with-ilike': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada_obi@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada.obi@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind17-part-kept-as-percent-with-two-decimals': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 12_347 });
    return await story.available(merchant, '0000000001');
  },
  'blind17-seller-and-fee-wallet-written-one-over-the-other': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { feeAmount: 700, feeWalletId: '0000000001' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '0000000001');
  },
  'blind17-part-of-a-dispute-told-as-the-whole': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(0);
    return hook.received.filter(({ body }) => body.event === 'escrow.refunded').map(({ body }) => body.amountMinor);
  },
  'blind17-setting-read-with-the-first-escrow': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'escrows', story.escrow());
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind17-unknown-seller-stays-unknown': async (story) => {
    const merchant = await story.merchant('live');
    const seller = { walletId: '4000000017' };
    const refused = told(await merchant.post('/v1/escrows', story.escrow({ seller })));
    await story.wallet('live', seller.walletId);
    return [refused, told(await merchant.post('/v1/escrows', story.escrow({ seller })))];
  },
});
