import { probes, told } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind29-total-read-once-in-a-run': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await Promise.all([
      story.made(merchant, 'refunds', story.refund(payment, { amount: 1_000 })),
      story.made(merchant, 'refunds', story.refund(payment, { amount: 2_000 })),
    ]);
    await story.advance(30);
    const total = Number((await story.record(merchant, 'checkouts', payment)).refundedAmount);
    return total === 3_000;
  },
  'blind29-refunds-of-the-last-three-months': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 5_000 }));
    await story.advance(100 * 86_400);
    return told(await merchant.post('/v1/refunds', story.refund(payment)));
  },
  'blind29-underscore-is-any-sign': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox-fail' }));
    await story.advance(30);
    return await story.status(merchant, 'refunds', refund);
  },
  'blind29-refund-named-as-its-checkout-is-told-already': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { reference: payment }));
    await story.advance(30);
    return hook.events();
  },
});
