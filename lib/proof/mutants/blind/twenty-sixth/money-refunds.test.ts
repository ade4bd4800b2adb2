import { probes, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind26-failed-refund-forgets-pending-ones': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 1_000, reason: 'sandbox_fail' }));
    await story.advance(1);
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 3_000 }));
    await story.advance(1.5);
    const more = await merchant.post('/v1/refunds', story.refund(paid, { amount: 3_000 }));
    await story.advance(10);
    return [told(more), (await story.record(merchant, 'checkouts', paid)).refundedAmount];
  },
  'blind26-refunds-of-one-run-overwrite-each-other': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant);
    const now = story.bench.clock.now();
    await story.advance((1_000 - (now % 1_000)) / 1_000);
    await Promise.all([1_000, 500, 200].map((amount) => merchant.post('/v1/refunds', story.refund(paid, { amount }))));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', paid)).refundedAmount;
  },
  'blind26-digits-are-taken-for-a-payment-number': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant, { reference: '100482' });
    return told(await merchant.post('/v1/refunds', story.refund(paid)));
  },
  'blind26-what-is-left-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 3_750 }));
    const { text } = await merchant.post('/v1/refunds', story.refund(paid, { amount: 1_251 }));
    return /1,?250|12\.50/.test(text);
  },
});
