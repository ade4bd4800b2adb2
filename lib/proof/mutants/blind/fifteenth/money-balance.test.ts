import { probes, times } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-balance.ts';

probes(found, {
  'blind15-join-counts-payments-per-refund': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await times(2, () => merchant.post('/v1/refunds', story.refund(checkout)));
    await story.advance(10);
    return story.balance(merchant);
  },
  'blind15-balance-of-the-last-thirty-days': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    await story.advance(31 * DAY);
    return story.balance(merchant);
  },
});
