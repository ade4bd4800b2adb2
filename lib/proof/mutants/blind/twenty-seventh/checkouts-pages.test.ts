import { card, probes, times } from '../probe.support.ts';
import { found } from './checkouts-pages.ts';
import { advanceTo, minutesAhead } from './dates.support.ts';

probes(found, {
  'blind27-metadata-times-are-rewritten': async (story) => {
    const merchant = await story.merchant();
    const metadata = { deliverAt: '2026-12-24T09:00:00+01:00', note: 'ring twice' };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind27-metadata-names-are-paths': async (story) => {
    const merchant = await story.merchant();
    const metadata = { 'utm.source': 'newsletter', cart: { 'line.count': 2 } };
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', checkout)).metadata;
  },
  'blind27-paid-on-the-day-of-lagos': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, '23:20:00');
    const checkout = await story.paid(merchant);
    return minutesAhead(story, (await story.record(merchant, 'checkouts', checkout)).paidAt);
  },
  'blind27-a-sweep-expires-one-page': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, '10:00:05');
    const opened: string[] = [];
    await times(30, async () => {
      opened.push(await story.made(merchant, 'checkouts', story.checkout()));
    });
    await story.advance(25 * 3_600);
    const states = await Promise.all(opened.map((each) => story.status(merchant, 'checkouts', each)));
    return states.filter((each) => each === 'failed').length;
  },
  'blind27-redirect-leaves-parameters-that-are-there': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?reference=cart-9';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ returnUrl }));
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind27-months-of-expiry-compared-alone': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, '12:00:00', 10, 5);
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '01/40' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind27-long-descriptions-end-in-dots': async (story) => {
    const merchant = await story.merchant();
    const description = `${'A box of oranges, '.repeat(10)}and one lemon`;
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes(description);
  },
  'blind27-conditions-on-one-line': async (story) => {
    const merchant = await story.merchant();
    const conditions = 'The phone is sealed.\nThe invoice is in the box.';
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions }));
    const { text } = await story.page(body.payUrl);
    return [text.includes('The phone is sealed.'), text.includes('The invoice is in the box.')];
  },
});
