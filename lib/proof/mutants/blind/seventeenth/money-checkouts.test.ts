import { card, probes, told } from '../probe.support.ts';
import { found } from './money-checkouts.ts';

const MONTH = 31 * 86_400;

probes(found, {
  'blind17-date-in-metadata-written-anew': async (story) => {
    const merchant = await story.merchant();
    const metadata = { visit: { from: '2026-05-01T09:00:00+01:00' } };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind17-http-to-localhost-passes-in-live': async (story) => {
    const merchant = await story.merchant('live');
    const others = await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'http://shop.example/' }));
    const local = await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'http://localhost:3000/thanks' }));
    return [told(others), told(local)];
  },
  'blind17-description-on-page-cached-by-reference': async (story) => {
    const reference = 'order-17';
    const seen: boolean[] = [];
    for (const description of ['Two chairs', 'Three lamps']) {
      const merchant = await story.merchant();
      const { body } = await merchant.post('/v1/checkouts', story.checkout({ reference, description }));
      seen.push((await story.page(body.checkoutUrl)).text.includes(description));
    }
    return seen;
  },
  'blind17-expiry-month-compared-without-its-year': async (story) => {
    // In January itself no month is earlier.
    if (new Date().getUTCMonth() === 0) await story.advance(MONTH);
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '01/40' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind17-repeated-parameters-become-one': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?item=1&item=2';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    const { headers } = await story.send(body.checkoutUrl, card);
    return new URL(String(headers.location)).searchParams.getAll('item');
  },
  'blind17-page-pays-what-its-buyer-opened-last': async (story) => {
    const merchant = await story.merchant();
    const first = (await merchant.post('/v1/checkouts', story.checkout())).body;
    const second = (await merchant.post('/v1/checkouts', story.checkout())).body;
    await story.page(first.checkoutUrl);
    await story.page(second.checkoutUrl);
    await story.send(first.checkoutUrl, card);
    return [
      await story.status(merchant, 'checkouts', String(first.reference)),
      await story.status(merchant, 'checkouts', String(second.reference)),
    ];
  },
});
