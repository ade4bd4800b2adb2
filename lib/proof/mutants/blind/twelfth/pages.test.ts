import { card, probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './pages.ts';

probes(found, {
  'blind12-description-rendered-as-markdown': async (story) => {
    const merchant = await story.merchant();
    const description = 'chair_oak_large, 2 pieces';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes(description);
  },
  'blind12-reference-encoded-twice-in-redirect': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ reference: 'order:7' }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind12-page-address-good-for-an-hour': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.advance(2 * HOUR);
    return (await story.send(body.checkoutUrl, card)).status;
  },
});
