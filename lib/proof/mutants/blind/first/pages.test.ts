import { card, probes, type Story } from '../probe.support.ts';

/** Where the buyer is sent after a checkout with this return address was paid by card. */
const redirect =
  (returnUrl: string, changes: Record<string, unknown> = {}) =>
  async (story: Story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl, ...changes }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  };

import { found } from './pages.ts';

probes(found, {
  'blind-second-tab-changes-method': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, card);
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return (await story.record(merchant, 'checkouts', String(body.reference))).paymentMethod;
  },
  'blind-redirect-remembers-declined-card': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '01/20' });
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind-card-of-december': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '12/31' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind-redirect-with-last-of-each-name': redirect('https://shop.example/back?item=1&item=2'),
  'blind-redirect-decodes-query': redirect('https://shop.example/back?shop=A%26B'),
});
