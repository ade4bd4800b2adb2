import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind7-parameters-of-the-return-url-stay': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?status=new';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    const { headers } = await story.send(body.checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.getAll('status').includes('succeeded');
  },
  'blind7-page-cached-by-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = 'order-17';
    const first = await one.post('/v1/checkouts', story.checkout({ reference, description: 'Two loaves' }));
    const second = await other.post('/v1/checkouts', story.checkout({ reference, description: 'A bicycle' }));
    await story.page(first.body.checkoutUrl);
    return (await story.page(second.body.checkoutUrl)).text.includes('A bicycle');
  },
});
