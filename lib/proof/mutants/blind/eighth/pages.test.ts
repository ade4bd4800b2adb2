import { card, probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind8-expiry-of-the-last-century': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    const { status } = await story.send(body.checkoutUrl, { ...card, expiry: '06/55' });
    return [status, await story.status(merchant, 'checkouts', String(body.reference))];
  },
  'blind8-description-cached-by-reference': async (story) => {
    const seen: boolean[] = [];
    for (const description of ['Two shirts', 'One lamp']) {
      const merchant = await story.merchant();
      const { body } = await merchant.post('/v1/checkouts', story.checkout({ reference: 'order-1', description }));
      seen.push((await story.page(body.checkoutUrl)).text.includes(description));
    }
    return seen;
  },
});
