import { probes } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind26-recipient-saved-by-name': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'payouts', story.payout());
    await story.advance(10);
    const second = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return [await story.status(merchant, 'payouts', first), await story.status(merchant, 'payouts', second)];
  },
});
