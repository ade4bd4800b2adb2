import { probes, times, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind14-payments-found-in-any-case': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { reference: 'order-7' });
    return told(await merchant.post('/v1/refunds', story.refund('ORDER-7')));
  },
  'blind14-message-without-pending-refunds': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 1_234 }));
    return (await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_000 }))).text;
  },
  'blind14-first-page-of-refunds-added-up': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await times(10, () => merchant.post('/v1/refunds', story.refund(checkout, { amount: 100 })));
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 4_000 }));
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 1 })));
  },
  'blind14-failure-takes-back-what-was-never-added': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 2_000 }));
    await story.advance(10);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 500, reason: 'sandbox_fail' }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind14-forced-to-fail-once-a-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    const again = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return story.status(merchant, 'refunds', again);
  },
  'blind14-forcing-reason-is-not-kept': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
  'blind14-refunds-within-the-scheme-window': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(100 * DAY);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind14-expired-payments-are-unknown': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind14-refunds-unique-within-their-checkout': async (story) => {
    const merchant = await story.merchant();
    const [first, second] = [await story.paid(merchant), await story.paid(merchant)];
    const reference = await story.made(merchant, 'refunds', story.refund(first));
    return told(await merchant.post('/v1/refunds', story.refund(second, { reference })));
  },
});
