import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind11-apostrophes-are-quotes': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description: "Ada's order" }));
    return /Ada(&#39;|&#x27;|&apos;|')s order/.test((await story.page(body.checkoutUrl)).text);
  },
  'blind11-cvv-read-as-a-number': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, cvv: '012' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind11-return-url-in-small-letters': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ returnUrl: 'https://shop.example/Thanks?Cart=A7' });
    const { body } = await merchant.post('/v1/checkouts', checkout);
    const { headers } = await story.send(body.checkoutUrl, card);
    const { pathname, searchParams } = new URL(String(headers.location));
    return [pathname, searchParams.get('Cart')];
  },
});
