import { probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './escrows.ts';

probes(found, {
  'blind25-the-release-is-scheduled-by-reference': async (story) => {
    const [first, later] = [await story.merchant(), await story.merchant()];
    const escrow = { reference: 'order-1', autoReleaseHours: 1 };
    await story.funded(first, escrow);
    await story.advance(60);
    await story.funded(later, escrow);
    await story.advance(2 * HOUR);
    return [await story.status(first, 'escrows', 'order-1'), await story.status(later, 'escrows', 'order-1')];
  },
  'blind25-a-dispute-costs-the-fee': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.funded(merchant, { feeAmount: 1_000, feeWalletId: '0000000002' });
    await story.deed(merchant, reference, 'dispute');
    await merchant.post(`/v1/escrows/${reference}/refund`, {});
    await story.advance(0);
    return hook.received.filter(({ body }) => body.event === 'escrow.refunded').map(({ body }) => body.amountMinor);
  },
  'blind25-one-wallet-is-saved-as-two': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant, { feeAmount: 1_000, feeWalletId: '0000000001' });
    await merchant.post(`/v1/escrows/${reference}/release`);
    return await story.available(merchant, '0000000001');
  },
  'blind25-the-automatic-release-is-not-yet-on-in-live': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '2000000001');
    const reference = await story.funded(merchant, { seller: { walletId: '2000000001' } });
    await story.advance(73 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
  'blind25-the-tag-of-an-address-is-dropped': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'orders+ada@shop.example' };
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'orders+bola@shop.example' });
    return await story.status(merchant, 'escrows', reference);
  },
});
