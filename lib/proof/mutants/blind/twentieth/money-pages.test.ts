import { card, probes } from '../probe.support.ts';
import { found } from './money-pages.ts';

probes(found, {
  'blind20-amounts-with-a-meaning-at-the-acquirer': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ amount: 5_051 });
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, card);
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
  'blind20-port-lost-on-the-way-back': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example:8443/thanks?item=1';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind20-live-pages-at-the-sandbox-address': async (story) => {
    const merchant = await story.merchant('live');
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description: 'Two chairs' }));
    const page = await story.page(body.checkoutUrl);
    return [page.status, page.text.includes('Two chairs')];
  },
});
