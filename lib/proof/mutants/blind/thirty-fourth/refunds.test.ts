import { probes, times, told } from '../probe.support.ts';
import { found } from './refunds.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind34-left-is-computed-in-floats': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant, { amount: 10_030 });
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 10_000 }));
    return (await merchant.post('/v1/refunds', story.refund(payment, { amount: 100 }))).text;
  },
  'blind34-decimal-references-are-numbers': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', { ...story.refund(payment), reference: '1001.1' });
    return told(await merchant.post('/v1/refunds', story.refund(payment, { reference: '1001.10' })));
  },
  'blind34-failure-forgets-pending-refunds': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    await story.advance(1);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 4_000 }));
    await story.advance(60);
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 4_000 })));
  },
  'blind34-archived-refunds-do-not-count': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 4_000 }));
    await story.advance(40 * DAY);
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 4_000 })));
  },
  'blind34-prefix-of-a-payment-is-cut-off': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant, { reference: 'lagos:1001' });
    return told(await merchant.post('/v1/refunds', story.refund('lagos:1001', { reference: `${payment}-1` })));
  },
  'blind34-total-of-the-first-page': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await times(16, () => story.made(merchant, 'refunds', story.refund(payment, { amount: 100 })));
    await story.advance(60);
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount;
  },
});
