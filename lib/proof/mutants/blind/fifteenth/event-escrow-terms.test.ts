import { probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './event-escrow-terms.ts';

probes(found, {
  'blind15-buyer-compared-with-ilike': async (story) => {
    const merchant = await story.merchant();
    const terms = story.escrow({ buyer: { email: 'ada_obi@example.com' } });
    const escrow = await story.made(merchant, 'escrows', terms);
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada.obi@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind15-unknown-seller-remembered': async (story) => {
    const merchant = await story.merchant('live');
    const seller = { walletId: '7000000001' };
    const early = await merchant.post('/v1/escrows', story.escrow({ seller }));
    await story.wallet('live', seller.walletId);
    const late = await merchant.post('/v1/escrows', story.escrow({ seller }));
    return [early.status, late.status];
  },
  'blind15-live-default-of-a-week': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '7000000001');
    const escrow = await story.funded(merchant, { seller: { walletId: '7000000001' } });
    await story.advance(73 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind15-first-fee-wallet-stays': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000003' });
    for (const feeWalletId of ['0000000002', '0000000003']) {
      const escrow = await story.funded(merchant, { feeAmount: 700, feeWalletId });
      await merchant.post(`/v1/escrows/${escrow}/release`);
    }
    return await story.available(merchant, '0000000003');
  },
});
