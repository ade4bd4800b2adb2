import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './sums.ts';

probes(found, {
  'blind11-join-counts-a-payment-twice': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind11-payout-over-midnight-is-in-no-day': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    const now = await story.advance(0);
    // Two seconds before midnight, of this day or of the next.
    const midnight = (Math.floor((now + 60_000) / (DAY * 1_000)) + 1) * DAY * 1_000;
    await story.advance((midnight - now) / 1_000 - 2);
    await story.made(merchant, 'payouts', story.payout());
    await story.advance(10);
    return await story.balance(merchant);
  },
});
