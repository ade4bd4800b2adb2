import { probes, times, told } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind31-left-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant, { amount: 123_456 });
    const { text } = await merchant.post('/v1/refunds', story.refund(payment, { amount: 200_000 }));
    return text;
  },
  'blind31-resent-failure-frees-again': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 3_000, reason: 'sandbox_fail' }));
    await story.advance(60);
    const failed = (await story.deliveries(merchant)).find(({ event }) => event === 'refund.failed');
    await story.resend(merchant, failed?.id);
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 6_000 })));
  },
  'blind31-settled-together-counted-once': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await Promise.all([1_000, 2_000].map((amount) => merchant.post('/v1/refunds', story.refund(payment, { amount }))));
    await story.advance(60);
    // Which of the two is the later is left to chance.
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount === 3_000;
  },
  'blind31-instruction-is-no-reason': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
  'blind31-checkout-found-by-its-id': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const { id } = await story.record(merchant, 'checkouts', payment);
    return told(await merchant.post('/v1/refunds', story.refund(String(id))));
  },
  'blind31-batch-fails-as-a-whole': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const [failing, good] = [story.refund(payment, { reason: 'sandbox_fail' }), story.refund(payment)];
    await Promise.all([failing, good].map((body) => merchant.post('/v1/refunds', body)));
    await story.advance(60);
    return story.status(merchant, 'refunds', good.reference);
  },
  'blind31-ten-refunds-and-no-more': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await times(10, () => story.made(merchant, 'refunds', story.refund(payment, { amount: 100 })));
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 100 })));
  },
});
