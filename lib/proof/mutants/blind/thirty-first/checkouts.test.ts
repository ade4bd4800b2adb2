import { card, probes } from '../probe.support.ts';
import { found } from './checkouts.ts';

const paid = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);

probes(found, {
  'blind31-numbered-names-become-a-list': async (story) => {
    const merchant = await story.merchant();
    const metadata = { lines: { 0: 'shoes', 1: 'socks' } };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind31-one-customer-for-both-spellings': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.made(merchant, 'checkouts', story.checkout({ customer: { email: 'Ada@Example.com' } }));
    return (await story.record(merchant, 'checkouts', reference)).customer;
  },
  'blind31-one-expiry-a-second': async (story) => {
    const merchant = await story.merchant();
    const made = [];
    for (const each of [1, 2, 3, 4, 5, 6, 7, 8])
      made.push(await story.made(merchant, 'checkouts', story.checkout({ amount: each * 1_000 })));
    await story.advance(24 * 3_600 + 60);
    return Promise.all(made.map((reference) => story.status(merchant, 'checkouts', reference)));
  },
  'blind31-decline-outlives-the-expiry': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await story.send(checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' });
    await story.advance(24 * 3_600 + 60);
    return (await story.record(merchant, 'checkouts', body.reference)).failureReason;
  },
  'blind31-transfers-are-paid-on-a-day': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await story.send(checkoutUrl, { method: 'transfer' });
    const { paidAt, createdAt } = await story.record(merchant, 'checkouts', body.reference);
    return Date.parse(String(paidAt)) >= Date.parse(String(createdAt));
  },
  'blind31-parameters-after-the-fragment': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/#/thanks';
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ returnUrl }))).body;
    return paid(await story.send(checkoutUrl, card));
  },
  'blind31-one-value-for-each-parameter': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/thanks?item=1&item=2';
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ returnUrl }))).body;
    return paid(await story.send(checkoutUrl, card));
  },
  'blind31-second-order-looks-like-a-double-click': async (story) => {
    const merchant = await story.merchant();
    const [one, other] = [story.checkout(), story.checkout()];
    for (const body of [one, other]) {
      const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
      await story.send(checkoutUrl, card);
    }
    return story.status(merchant, 'checkouts', other.reference);
  },
});
