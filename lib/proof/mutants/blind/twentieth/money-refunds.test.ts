import { probes, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind20-reason-has-a-default': async (story) => {
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
  'blind20-transfers-go-back-whole': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return told(await merchant.post('/v1/refunds', story.refund(checkout.reference)));
  },
});
