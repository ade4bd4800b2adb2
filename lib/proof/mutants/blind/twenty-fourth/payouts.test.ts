import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './payouts.ts';

probes(found, {
  'blind24-narration-is-kept-as-the-bank-prints-it': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: 'Café à Lagos' }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind24-recipient-is-found-by-name-and-bank': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind24-payouts-are-checked-against-the-balance-last-shown': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 10_000 });
    await story.balance(merchant);
    await story.made(merchant, 'payouts', story.payout());
    return (await merchant.post('/v1/payouts', story.payout())).status;
  },
  'blind24-daily-count-forgets-that-payouts-fail': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(DAY);
    return await story.balance(merchant);
  },
  'blind24-a-run-has-one-payout-for-an-account': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'payouts', story.payout());
    await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return await story.status(merchant, 'payouts', first);
  },
});
