import { card, probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind6-late-acknowledgement-saves-the-checkout': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.advance(0);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    const before = (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
    await story.advance(60);
    return [before, (await story.record(merchant, 'checkouts', checkout)).refundedAmount];
  },
  'blind6-page-saves-what-it-shows': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description: 'Bread & butter' }));
    await story.send(body.checkoutUrl, card);
    const { description, status } = await story.record(merchant, 'checkouts', String(body.reference));
    return [description, status];
  },
});
