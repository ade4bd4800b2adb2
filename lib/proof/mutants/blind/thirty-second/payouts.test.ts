import { probes, times, told } from '../probe.support.ts';
import { found } from './payouts.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind32-one-payout-after-the-other': async (story) => {
    const merchant = await story.merchant();
    await times(8, () => story.made(merchant, 'payouts', story.payout()));
    const last = await story.made(merchant, 'payouts', story.payout());
    await story.advance(20);
    return story.status(merchant, 'payouts', last);
  },
  'blind32-payouts-wait-for-monday': async (story) => {
    const merchant = await story.merchant();
    const now = new Date(await story.advance(0));
    await story.advance(
      (6 - now.getUTCDay()) * DAY + DAY / 2 - ((now.getTime() / 1_000) % DAY) + (now.getUTCDay() === 6 ? 7 * DAY : 0),
    );
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return story.status(merchant, 'payouts', payout);
  },
  'blind32-numbers-of-one-digit-fail': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: '1111111111', accountName: 'Ada Obi' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(60);
    return story.status(merchant, 'payouts', payout);
  },
  'blind32-narration-nought-is-none': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: '0' }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind32-balance-is-compared-in-naira': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 20_010 });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 20_050 })));
  },
  'blind32-failed-payouts-may-be-sent-again': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout({ recipient: story.failing });
    await story.made(merchant, 'payouts', body);
    await story.advance(2 * 3_600);
    return told(await merchant.post('/v1/payouts', body));
  },
});
