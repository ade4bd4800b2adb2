import { card, probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind5-paid-when-the-page-was-opened': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.page(body.checkoutUrl);
    await story.advance(900);
    await story.send(body.checkoutUrl, card);
    const { createdAt, paidAt, status } = await story.record(merchant, 'checkouts', String(body.reference));
    return [status, Date.parse(String(paidAt)) - Date.parse(String(createdAt)) >= 900_000];
  },
});
