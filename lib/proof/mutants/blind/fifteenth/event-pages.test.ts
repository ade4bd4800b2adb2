import { card, probes, type Story } from '../probe.support.ts';
import { found } from './event-pages.ts';

async function redirect(story: Story, returnUrl: string) {
  const merchant = await story.merchant();
  const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
  return (await story.send(body.checkoutUrl, card)).headers.location;
}

probes(found, {
  'blind15-expiry-nineteen-years-ahead-at-most': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    return (await story.send(body.checkoutUrl, { ...card, expiry: '12/60' })).status;
  },
  'blind15-parameters-behind-the-fragment': (story) => redirect(story, 'https://shop.example/#/thanks'),
  'blind15-return-url-cut-at-255': (story) => redirect(story, `https://shop.example/thanks?cart=${'a'.repeat(250)}`),
  'blind15-conditions-within-the-description': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions: 'Two chairs, oiled' }));
    return (await story.page(body.payUrl)).text.includes('Two chairs, oiled');
  },
  'blind15-live-page-without-description': async (story) => {
    const merchant = await story.merchant('live');
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description: 'Two chairs' }));
    return (await story.page(body.checkoutUrl)).text.includes('Two chairs');
  },
});
