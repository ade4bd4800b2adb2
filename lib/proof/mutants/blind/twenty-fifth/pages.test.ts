import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind25-parameters-are-put-behind-the-fragment': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout({ returnUrl: 'https://shop.example/#/thanks' });
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    const { headers } = await story.send(checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.get('reference');
  },
  'blind25-a-year-of-two-digits-is-of-the-last-century': async (story) => {
    const merchant = await story.merchant();
    const { checkoutUrl, reference } = (await merchant.post('/v1/checkouts', story.checkout())).body;
    await story.send(checkoutUrl, { ...card, expiry: '12/59' });
    return await story.status(merchant, 'checkouts', String(reference));
  },
  'blind25-conditions-end-at-a-less-than-sign': async (story) => {
    const merchant = await story.merchant();
    const conditions = 'Released once the parcel weighs <5 kg and is sealed';
    const { payUrl } = (await merchant.post('/v1/escrows', story.escrow({ conditions }))).body;
    return (await story.page(payUrl)).text.includes('kg and is sealed');
  },
});
