import { probes } from '../probe.support.ts';
import { found } from './payout-records.ts';

probes(found, {
  'kind-payouts-of-an-hour-created-together': async (story) => {
    const merchant = await story.merchant();
    const one = await story.made(merchant, 'payouts', story.payout());
    await story.advance(1_800);
    const other = await story.made(merchant, 'payouts', story.payout());
    const at = async (payout: string) =>
      Date.parse(String((await story.record(merchant, 'payouts', payout)).createdAt));
    return Math.round(((await at(other)) - (await at(one))) / 60_000);
  },
  'kind-payout-told-with-the-failed-one': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout());
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return hook.received.map(({ body }) => `${body.event} ${body.reference}`).sort();
  },
  'kind-failed-payout-told-by-the-next-statement': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(90_000);
    return hook.events();
  },
  'kind-recipient-forgotten-after-a-day': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(90_000);
    return (await story.record(merchant, 'payouts', payout)).recipient;
  },
  'kind-failure-reason-with-a-code': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return typeof (await story.record(merchant, 'payouts', payout)).failureReason;
  },
  'kind-created-at-null-until-settled': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    return typeof (await story.record(merchant, 'payouts', payout)).createdAt;
  },
  'kind-payout-created-on-a-clock-of-twelve-hours': async (story) => {
    const merchant = await story.merchant();
    let right = 0;
    for (let quarter = 0; quarter < 4; quarter++) {
      const now = await story.advance(6 * 3_600);
      const payout = await story.made(merchant, 'payouts', story.payout());
      const { createdAt } = await story.record(merchant, 'payouts', payout);
      if (Math.abs(Date.parse(String(createdAt)) - now) < 60_000) right += 1;
    }
    return right;
  },
});
