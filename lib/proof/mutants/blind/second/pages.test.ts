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
  'blind-transfer-without-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    await story.advance(0);
    return hook.events();
  },
  'blind-redirect-behind-fragment': redirect('https://shop.example/#/orders'),
  'blind-redirect-with-short-reference': redirect('https://shop.example/back', { reference: 'r'.repeat(100) }),
  'blind-long-description-cut-on-page': async (story) => {
    const description = `${'a lamp, '.repeat(20)}and a rug`;
    const { body } = await (await story.merchant()).post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes('and a rug');
  },
  'blind-first-line-of-conditions': async (story) => {
    const conditions = 'Sealed.\nBy Friday.';
    const { body } = await (await story.merchant()).post('/v1/escrows', story.escrow({ conditions }));
    return (await story.page(body.payUrl)).text.includes('By Friday.');
  },
});
