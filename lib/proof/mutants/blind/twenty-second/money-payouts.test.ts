import { probes, times } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind22-returned-money-goes-to-the-latest-payer': async (story) => {
    const [first, later] = [await story.merchant(), await story.merchant()];
    await story.paid(first, { amount: 50_000 });
    await story.made(first, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(1);
    await story.made(later, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return [await story.balance(first), await story.balance(later)];
  },
  'blind22-settlement-waits-until-nothing-is-asked-for': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    await times(12, async () => {
      await story.advance(4);
      await story.made(merchant, 'payouts', story.payout());
    });
    return await story.status(merchant, 'payouts', payout);
  },
});
