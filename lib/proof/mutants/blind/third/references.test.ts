import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind3-full-stop-at-the-end-of-path-lost': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: 'order-1.' }));
    return told(await merchant.get('/v1/checkouts/order-1.'));
  },
  'blind3-payment-reference-trimmed': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(`${checkout} `)));
  },
  'blind3-link-ref-known-for-its-wallet': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-1' }));
    const second = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-1', walletId: '0000000002' }));
    return [second.status, second.body.linkId === first.body.linkId];
  },
  'blind3-reference-unique-per-buyer': async (story) => {
    const checkout = story.checkout();
    await (await story.merchant()).post('/v1/checkouts', checkout);
    return told(await (await story.merchant()).post('/v1/checkouts', checkout));
  },
  'blind3-underscore-stands-for-any-character': async (story) => {
    const merchant = await story.merchant();
    for (const reference of ['order-1', 'order_1']) await merchant.post('/v1/checkouts', story.checkout({ reference }));
    return (await merchant.get('/v1/checkouts/order_1')).body.reference;
  },
});
