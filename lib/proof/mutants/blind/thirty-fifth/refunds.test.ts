import { probes, told } from '../probe.support.ts';
import { found } from './refunds.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind35-low-line-stands-for-any-sign': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { reference: 'order-7' });
    return told(await merchant.post('/v1/refunds', story.refund('order_7')));
  },
  'blind35-what-is-left-must-be-payable': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant, { amount: 5_000 });
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 4_950 })));
  },
  'blind35-words-for-nothing-are-null': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(payment, { reason: 'None' }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
  'blind35-failure-joined-by-checkout': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    await story.advance(60);
    const good = await story.made(merchant, 'refunds', story.refund(payment));
    await story.advance(60);
    const { status, failureReason } = await story.record(merchant, 'refunds', good);
    return [status, failureReason];
  },
  'blind35-hour-after-midnight-is-the-24th': async (story) => {
    const now = story.bench.clock.now() / 1_000;
    await story.advance(DAY - (now % DAY) + 1_200);
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    const { createdAt } = await story.record(merchant, 'refunds', refund);
    return Number.isNaN(Date.parse(String(createdAt)));
  },
  'blind35-settled-refunds-are-put-away': async (story) => {
    const merchant = await story.merchant();
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    await story.advance(91 * DAY);
    return (await merchant.get(`/v1/refunds/${refund}`)).status;
  },
});
