import { card, probes, times } from '../probe.support.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind22-fresh-payment-voided-by-its-refund': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 5_000 }));
    await story.advance(30);
    return await story.status(merchant, 'checkouts', reference);
  },
  'blind22-cards-from-fifty-naira-on': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ amount: 4_999 });
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, card);
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
  'blind22-declined-cards-follow-the-buyer': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/checkouts', story.checkout());
    await times(3, () => story.send(first.body.checkoutUrl, { ...card, cardNumber: '4111 1111 1111 1111' }));
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, card);
    return await story.status(merchant, 'checkouts', checkout.reference);
  },
});
