import { setTimeout as delay } from 'node:timers/promises';
import { probes } from '../probe.support.ts';
import { found } from './payouts.ts';

const DAY = 86_400;

probes(found, {
  'blind23-balance-stops-at-zero': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 1_000 });
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return await story.balance(merchant);
  },
  'blind23-unheard-failure-is-booked-again': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count < 4 ? 503 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(DAY);
    return await story.balance(merchant);
  },
  'blind23-archived-payout-frees-its-reference': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await story.made(merchant, 'payouts', payout);
    await story.advance(31 * DAY);
    return (await merchant.post('/v1/payouts', payout)).status;
  },
  'blind23-payments-at-once-add-one-of-them': async (story) => {
    const merchant = await story.merchant();
    const orders: string[] = [];
    for (let made = 0; made < 4; made += 1)
      orders.push(await story.made(merchant, 'checkouts', story.checkout({ amount: 1_000 })));
    await Promise.all(orders.map((order) => story.settle(merchant, order, 'succeeded')));
    await delay(300);
    return await story.balance(merchant);
  },
  'blind23-bank-list-is-empty-after-a-day': async (story) => {
    const merchant = await story.merchant();
    const count = async () => ((await merchant.get('/v1/banks')).body.banks as unknown[]).length;
    const before = await count();
    await story.advance(DAY + 60);
    return [before, await count()];
  },
  'blind23-failure-reason-is-the-number-of-the-bank': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return typeof (await story.record(merchant, 'payouts', payout)).failureReason;
  },
});
