import { card, probes } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind7-declined-card-told-as-failed': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' });
    await story.advance(60);
    await story.send(body.checkoutUrl, card);
    await story.advance(60);
    return [hook.events(), await story.status(merchant, 'checkouts', String(body.reference))];
  },
  'blind7-told-once-by-checkout-and-amount': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    for (const amount of [1_000, 1_500, 1_000]) {
      await story.made(merchant, 'refunds', story.refund(checkout, { amount }));
      await story.advance(10);
    }
    return hook.events();
  },
});
