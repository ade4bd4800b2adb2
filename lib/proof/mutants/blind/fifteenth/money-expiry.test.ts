import { card, probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './money-expiry.ts';

probes(found, {
  'blind15-expires-when-looked-at': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + HOUR);
    return hook.events();
  },
  'blind15-declined-card-is-why-it-expired': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    const { checkoutUrl } = await story.record(merchant, 'checkouts', reference);
    await story.send(checkoutUrl, { ...card, cardNumber: '4111 1111 1111 1111' });
    await story.advance(DAY + 1);
    return (await story.record(merchant, 'checkouts', reference)).failureReason;
  },
  'blind15-page-is-open-for-an-hour': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    const { checkoutUrl } = await story.record(merchant, 'checkouts', reference);
    await story.advance(12 * HOUR);
    await story.send(checkoutUrl, card);
    return story.status(merchant, 'checkouts', reference);
  },
});
