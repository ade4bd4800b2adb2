import { probes, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind8-sum-of-refunds-overflows': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 2_000_000_000 });
    const refund = () => merchant.post('/v1/refunds', story.refund(checkout, { amount: 1_500_000_000 }));
    return [told(await refund()), told(await refund())];
  },
});
