import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind3-expiry-of-the-last-century': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, { ...card, expiry: '11/52' });
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
  'blind3-path-of-return-url-encoded-twice': async (story) => {
    const returnUrl = 'https://shop.example/caf%C3%A9/thanks';
    const { body } = await (await story.merchant()).post('/v1/checkouts', story.checkout({ returnUrl }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind3-ampersand-escaped-twice': async (story) => {
    const description = 'Salt & pepper';
    const { body } = await (await story.merchant()).post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes('Salt &amp; pepper');
  },
  'blind3-escrow-paid-in-two-tabs-told-twice': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const { body } = await merchant.post('/v1/escrows', story.escrow());
    const form = { do: 'pay', email: 'buyer@example.com' };
    for (const tab of [form, form]) await story.send(body.payUrl, tab);
    await story.advance(0);
    return hook.events();
  },
  'blind3-conditions-give-way-to-description': async (story) => {
    const texts = { description: 'A lamp', conditions: 'Delivered by Friday.' };
    const { body } = await (await story.merchant()).post('/v1/escrows', story.escrow(texts));
    return (await story.page(body.payUrl)).text.includes('Delivered by Friday.');
  },
});
