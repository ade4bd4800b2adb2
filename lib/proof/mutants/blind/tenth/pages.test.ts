import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind10-years-from-fifty-are-past': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '12/55' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind10-query-behind-fragment': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ returnUrl: 'https://shop.example/thanks?lang=en#order' });
    const { body } = await merchant.post('/v1/checkouts', checkout);
    const { headers } = await story.send(body.checkoutUrl, card);
    return [...new URL(String(headers.location)).searchParams];
  },
});
