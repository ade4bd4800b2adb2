import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind3-empty-list-refunds-escrow': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, []));
  },
  'blind3-wallet-id-as-number': async (story) =>
    told(await (await story.merchant()).post('/v1/wallet-links', story.link({ walletId: 1 }))),
  'blind3-checkout-for-its-reference': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', { ...story.refund(reference), paymentReference: { reference } }));
  },
  'blind3-auto-release-true-and-false': async (story) =>
    told(await (await story.merchant()).post('/v1/escrows', story.escrow({ autoReleaseHours: true }))),
  'blind3-amount-with-its-currency': async (story) => {
    const amount = { value: 5_000, currency: 'NGN' };
    return told(await (await story.merchant()).post('/v1/checkouts', story.checkout({ amount })));
  },
});
