import { probes, times, told } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind21-payouts-want-an-address': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    return told(await merchant.post('/v1/payouts', story.payout()));
  },
  'blind21-one-worker-sleeps-for-each-payout': async (story) => {
    const busy = await story.merchant();
    await times(10, () => story.made(busy, 'payouts', story.payout()));
    const other = await story.merchant();
    const payout = await story.made(other, 'payouts', story.payout());
    await story.advance(30);
    return await story.status(other, 'payouts', payout);
  },
  'blind21-payouts-reviewed-after-a-rotation': async (story) => {
    const merchant = await story.merchant();
    await story.rotate(merchant);
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(600);
    return await story.status(merchant, 'payouts', payout);
  },
});
