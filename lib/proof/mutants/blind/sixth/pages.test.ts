import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind6-repeated-parameters-numbered': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?item=12&item=15&from=cart';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    const { headers } = await story.send(body.checkoutUrl, card);
    return [...new URL(String(headers.location)).searchParams];
  },
  'blind6-month-compared-without-its-year': async (story) => {
    // In January there is no month before.
    if (new Date(story.bench.clock.now()).getUTCMonth() === 0) await story.advance(40 * 86_400);
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '01/40' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
});
