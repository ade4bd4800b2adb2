import { card, probes } from '../probe.support.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind26-metadata-kept-by-paths': async (story) => {
    const merchant = await story.merchant();
    const metadata = { 'order.id': 17, cart: { 'item.1': ['shoe', null] } };
    const reference = await story.made(merchant, 'checkouts', story.checkout({ metadata }));
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind26-paid-when-the-page-was-opened': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.page(body.checkoutUrl);
    await story.advance(1_200);
    await story.send(body.checkoutUrl, card);
    const { status, paidAt, createdAt } = await story.record(merchant, 'checkouts', String(body.reference));
    const minutes = (Date.parse(String(paidAt)) - Date.parse(String(createdAt))) / 60_000;
    return [status, Math.floor(minutes)];
  },
});
