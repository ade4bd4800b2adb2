import { card, probes } from '../probe.support.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind21-row-made-of-the-whole-body': async (story) => {
    const merchant = await story.merchant();
    const { status, body } = await merchant.post('/v1/checkouts', story.checkout({ status: 'succeeded' }));
    return [status, body.status];
  },
  'blind21-page-sends-the-key-of-the-merchant': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await Promise.all(Array.from({ length: 125 }, () => merchant.get('/v1/balance')));
    await story.send(body.checkoutUrl, card);
    await story.advance(120);
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
  'blind21-way-back-by-https-alone': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'http://localhost:3000/thanks';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
});
