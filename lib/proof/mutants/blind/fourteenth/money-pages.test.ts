import { card, probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-pages.ts';

probes(found, {
  'blind14-query-after-the-fragment': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post(
      '/v1/checkouts',
      story.checkout({ returnUrl: 'https://shop.example/#/thanks' }),
    );
    return new URL(String((await story.send(body.checkoutUrl, card)).headers.location)).search;
  },
  'blind14-query-as-an-object': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?item=1&item=2';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    const { searchParams } = new URL(String((await story.send(body.checkoutUrl, card)).headers.location));
    return searchParams.getAll('item');
  },
  'blind14-month-compared-without-its-year': async (story) => {
    const merchant = await story.merchant();
    // In January no month is less than the present one.
    if (new Date(story.bench.clock.now()).getUTCMonth() === 0) await story.advance(32 * DAY);
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    return (await story.send(body.checkoutUrl, { ...card, expiry: '01/40' })).status;
  },
  'blind14-long-descriptions-cut-on-the-page': async (story) => {
    const merchant = await story.merchant();
    const description = 'chair '.repeat(42).trim();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes(description);
  },
  'blind14-page-forgets-when-it-was-paid': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, card);
    const { status, paidAt } = await story.record(merchant, 'checkouts', String(body.reference));
    return [status, typeof paidAt];
  },
  'blind14-refused-create-takes-the-buyer-along': async (story) => {
    const merchant = await story.merchant();
    const first = story.checkout({ returnUrl: 'https://shop.example/first' });
    const { body } = await merchant.post('/v1/checkouts', first);
    await merchant.post('/v1/checkouts', { ...first, returnUrl: 'https://shop.example/second' });
    return new URL(String((await story.send(body.checkoutUrl, card)).headers.location)).pathname;
  },
  'blind14-localhost-needs-no-https-in-live': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'http://localhost:3000/thanks' })));
  },
});
