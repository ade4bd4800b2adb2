import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind13-slash-of-return-url-lost': async (story) => {
    const merchant = await story.merchant();
    const order = story.checkout({ returnUrl: 'https://shop.example/thanks/' });
    const { body } = await merchant.post('/v1/checkouts', order);
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind13-return-url-of-the-latest-checkout': async (story) => {
    const merchant = await story.merchant();
    const order = story.checkout({ returnUrl: 'https://shop.example/orders/1' });
    const { body } = await merchant.post('/v1/checkouts', order);
    await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'https://shop.example/orders/2' }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
});
