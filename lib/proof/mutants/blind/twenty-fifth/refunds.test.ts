import { probes } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind25-the-payment-is-found-by-like': async (story) => {
    const merchant = await story.merchant();
    const older = await story.paid(merchant, { reference: 'order-7' });
    const meant = await story.paid(merchant, { reference: 'order_7' });
    await story.made(merchant, 'refunds', story.refund(meant));
    await story.advance(30);
    const records = [
      await story.record(merchant, 'checkouts', older),
      await story.record(merchant, 'checkouts', meant),
    ];
    return records.map(({ refundedAmount }) => refundedAmount);
  },
  'blind25-a-lost-version-refuses-the-refund': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refunds = [1, 2, 3, 4].map(() => merchant.post('/v1/refunds', story.refund(payment)));
    return (await Promise.all(refunds)).filter(({ status }) => status === 201).length;
  },
  'blind25-what-is-left-is-told-from-the-record': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 3_000 }));
    return (await merchant.post('/v1/refunds', story.refund(payment, { amount: 2_500 }))).body.error;
  },
});
