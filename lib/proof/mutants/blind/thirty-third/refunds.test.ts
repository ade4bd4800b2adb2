import { probes, told } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind33-failure-frees-equal-amounts': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 2_000, reason: 'sandbox_fail' }));
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 2_000 }));
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(reference, { amount: 4_000 })));
  },
  'blind33-refund-references-of-each-checkout': async (story) => {
    const merchant = await story.merchant();
    const [one, other] = [await story.paid(merchant), await story.paid(merchant)];
    const body = story.refund(one);
    await story.made(merchant, 'refunds', body);
    return told(await merchant.post('/v1/refunds', { ...body, paymentReference: other }));
  },
  'blind33-the-rest-never-fails': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 2_000 }));
    const rest = story.refund(reference, { amount: 3_000, reason: 'sandbox_fail' });
    await story.made(merchant, 'refunds', rest);
    await story.advance(10);
    return story.status(merchant, 'refunds', rest.reference);
  },
  'blind33-equal-refunds-are-told-once': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference));
    await story.made(merchant, 'refunds', story.refund(reference));
    await story.advance(10);
    return hook.events();
  },
  'blind33-retry-keeps-the-failure': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference, { reason: 'sandbox_fail' }));
    await story.advance(10);
    const retry = await story.made(merchant, 'refunds', story.refund(reference));
    await story.advance(10);
    return (await story.record(merchant, 'refunds', retry)).failureReason;
  },
});
