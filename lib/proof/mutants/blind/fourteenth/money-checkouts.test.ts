import { probes, told } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind14-short-top-level-domains': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ customer: { email: 'ada@shop.africa' } })));
  },
  'blind14-reference-begins-as-a-name': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference: '_order-1' })));
  },
  'blind14-digits-are-a-row-number': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: '100200' }));
    return told(await merchant.get('/v1/checkouts/100200'));
  },
  'blind14-ending-is-a-format': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: 'cart.json' }));
    return told(await merchant.get('/v1/checkouts/cart.json'));
  },
  'blind14-names-in-metadata-camelised': async (story) => {
    const merchant = await story.merchant();
    const metadata = { order_id: 7, lines: [{ unit_price: 5 }] };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind14-dates-in-metadata-revived': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata: { on: '2026-12-24' } }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind14-buyers-forgotten-after-a-month': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.advance(31 * DAY);
    return (await story.record(merchant, 'checkouts', reference)).customer;
  },
  'blind14-no-address-once-closed': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    return typeof (await story.record(merchant, 'checkouts', reference)).checkoutUrl;
  },
  'blind14-each-visit-begins-the-day-again': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.advance(10 * HOUR);
    await story.page(body.checkoutUrl);
    await story.advance(15 * HOUR);
    return story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind14-live-references-unique-for-all': async (story) => {
    const [first, second] = [await story.merchant('live'), await story.merchant('live')];
    const checkout = story.checkout();
    await first.post('/v1/checkouts', checkout);
    return told(await second.post('/v1/checkouts', checkout));
  },
});
