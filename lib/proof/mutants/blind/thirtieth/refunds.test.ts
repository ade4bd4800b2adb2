import { probes, times, told } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind30-what-is-left-is-said-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant, { amount: 5_050 });
    const { text } = await merchant.post('/v1/refunds', story.refund(paid, { amount: 6_000 }));
    return /5050|5,050|50\.50/.test(text);
  },
  'blind30-third-failed-refund-closes-the-checkout': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant);
    await times(3, async () => {
      await story.made(merchant, 'refunds', story.refund(paid, { reason: 'sandbox_fail' }));
      await story.advance(10);
    });
    return told(await merchant.post('/v1/refunds', story.refund(paid)));
  },
  'blind30-only-a-page-of-refunds-is-added-up': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant);
    await times(25, () => story.made(merchant, 'refunds', story.refund(paid, { amount: 100 })));
    return told(await merchant.post('/v1/refunds', story.refund(paid, { amount: 2_600 })));
  },
  'blind30-failure-takes-the-place-of-the-reason': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { reason: 'sandbox_fail' });
    await story.made(merchant, 'refunds', refund);
    await story.advance(10);
    return (await story.record(merchant, 'refunds', refund.reference)).reason;
  },
  'blind30-failure-forgets-the-other-pending-refunds': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(paid, { reason: 'sandbox_fail' }));
    await story.advance(1.5);
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 4_000 }));
    await story.advance(1);
    return told(await merchant.post('/v1/refunds', story.refund(paid, { amount: 4_000 })));
  },
  'blind30-refund-needs-a-balance': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant, { amount: 20_000 });
    await story.made(merchant, 'payouts', story.payout({ amount: 20_000 }));
    await story.advance(60);
    return told(await merchant.post('/v1/refunds', story.refund(paid)));
  },
});
