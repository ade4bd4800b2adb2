import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind3-narration-of-failed-payout-lost': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout({ recipient: story.failing, narration: 'May' });
    await merchant.post('/v1/payouts', payout);
    await story.advance(6);
    return (await story.record(merchant, 'payouts', payout.reference)).narration;
  },
  'blind3-payment-id-once-settled': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    const second = await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(3);
    return (await story.record(merchant, 'refunds', second)).paymentReference === checkout;
  },
  'blind3-refund-noted-in-metadata': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { metadata: { cart: 7 } });
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(3);
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind3-revoked-link-shown-as-expired': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(301);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind3-known-ref-of-approved-link-tells-name': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant, { linkRef: 'seller-1' });
    const { status, body } = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-1' }));
    return [status, body.linkId === link, body.walletName];
  },
});
