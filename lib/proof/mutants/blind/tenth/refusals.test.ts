import { probes, times, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind10-used-reference-reserves': async (story) => {
    const merchant = await story.merchant();
    const [first, second] = [await story.paid(merchant), await story.paid(merchant)];
    const reference = await story.made(merchant, 'refunds', story.refund(first));
    const refused = told(await merchant.post('/v1/refunds', story.refund(second, { reference, amount: 3_000 })));
    return [refused, told(await merchant.post('/v1/refunds', story.refund(second, { amount: 5_000 })))];
  },
  'blind10-three-overdrafts-block': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    await times(3, () => merchant.post('/v1/payouts', story.payout({ amount: 50_001 })));
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 50_000 })));
  },
});
