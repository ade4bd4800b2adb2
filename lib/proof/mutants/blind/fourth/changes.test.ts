import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind4-customers-share-a-row': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'checkouts', story.checkout({ customer: { email: 'Ada@example.com' } }));
    await story.made(merchant, 'checkouts', story.checkout({ customer: { email: 'ada@example.com' } }));
    return (await story.record(merchant, 'checkouts', first)).customer;
  },
  'blind4-settled-narration-as-the-bank-returns-it': async (story) => {
    const merchant = await story.merchant();
    const narration = 'Proceeds of the orders 1001 to 1017, week 47';
    const payout = await story.made(merchant, 'payouts', story.payout({ narration }));
    await story.advance(6);
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
});
