import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './times.ts';

probes(found, {
  'blind13-default-time-worked-out-once': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const created: number[] = [];
    for (const reference of ['first', 'second']) {
      await story.made(merchant, 'refunds', story.refund(checkout, { reference }));
      created.push(Date.parse(String((await story.record(merchant, 'refunds', reference)).createdAt)));
      await story.advance(HOUR);
    }
    const [first = 0, second = 0] = created;
    return Math.round((second - first) / (HOUR * 1_000));
  },
  'blind13-no-transfers-on-sunday': async (story) => {
    const now = new Date(story.bench.clock.now());
    const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 7 - now.getUTCDay(), 12);
    await story.advance((noon - now.getTime()) / 1_000);
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    const soon = await story.status(merchant, 'payouts', payout);
    await story.advance(DAY);
    return [soon, await story.status(merchant, 'payouts', payout)];
  },
});
