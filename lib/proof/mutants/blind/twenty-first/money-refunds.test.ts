import { probes, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind21-no-rest-below-the-smallest-payment': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(reference, { amount: 4_950 })));
  },
  'blind21-forced-failure-stays-with-the-card': async (story) => {
    const merchant = await story.merchant();
    const [first, second] = [await story.paid(merchant), await story.paid(merchant)];
    await story.made(merchant, 'refunds', story.refund(first, { reason: 'sandbox_fail' }));
    await story.advance(30);
    const refund = await story.made(merchant, 'refunds', story.refund(second));
    await story.advance(30);
    return await story.status(merchant, 'refunds', refund);
  },
});
