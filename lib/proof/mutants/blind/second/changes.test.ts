import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind-email-masked-a-day-after-payment': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(90_000);
    return (await story.record(merchant, 'checkouts', checkout)).customer;
  },
  'blind-created-at-of-failed-payout': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    const before = await story.record(merchant, 'payouts', payout);
    await story.advance(6);
    return (await story.record(merchant, 'payouts', payout)).createdAt === before.createdAt;
  },
  'blind-currency-of-the-last-refund': async (story) => {
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant), { amount: 5_000 }));
    await story.advance(3);
    return (await story.record(merchant, 'refunds', refund)).currency;
  },
  'blind-declined-checkout-without-description': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ description: 'Two lamps' }));
    await story.settle(merchant, checkout, 'failed');
    return (await story.record(merchant, 'checkouts', checkout)).description;
  },
  'blind-archived-refund-has-another-id': async (story) => {
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    const before = await story.record(merchant, 'refunds', refund);
    await story.advance(90_000);
    return (await story.record(merchant, 'refunds', refund)).id === before.id;
  },
});
