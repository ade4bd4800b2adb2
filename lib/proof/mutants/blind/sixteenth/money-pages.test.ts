import { card, probes } from '../probe.support.ts';
import { found } from './money-pages.ts';

probes(found, {
  'blind16-charge-keyed-by-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' });
    await story.send(body.checkoutUrl, card);
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind16-expiry-within-twenty-years': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '12/59' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind16-page-parts-cached-by-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const first = await one.post('/v1/checkouts', story.checkout({ reference: 'order-7', description: 'A chair' }));
    const second = await other.post('/v1/checkouts', story.checkout({ reference: 'order-7', description: 'A lamp' }));
    const shown = [await story.page(first.body.checkoutUrl), await story.page(second.body.checkoutUrl)];
    return shown.map(({ text }) => /A chair|A lamp/.exec(text)?.[0]);
  },
  'blind16-return-to-the-buyers-latest': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'https://shop.example/first' }));
    await story.made(merchant, 'checkouts', story.checkout({ returnUrl: 'https://shop.example/second' }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind16-query-rebuilt-from-a-map': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?item=1&item=2';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
});
