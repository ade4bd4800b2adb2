import { probes, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind17-refunds-added-up-in-32-bits': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 2_000_000_000 });
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 1_500_000_000 }));
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 1_500_000_000 })));
  },
  'blind17-one-refund-of-a-run-is-added': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    // Three, so that two of them share a run even where one begins among them.
    for (const amount of [100, 200, 400]) await story.made(merchant, 'refunds', story.refund(checkout, { amount }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind17-sandbox-fails-a-checkout-once': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    const again = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return await story.status(merchant, 'refunds', again);
  },
  'blind17-refund-needs-the-balance': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 20_000 });
    await story.made(merchant, 'payouts', story.payout({ amount: 20_000 }));
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_000 })));
  },
  'blind17-processor-knows-the-reference-already': async (story) => {
    const reference = 'refund-17';
    const seen: unknown[] = [];
    for (const reason of ['sandbox_fail', 'Returned']) {
      const merchant = await story.merchant();
      const checkout = await story.paid(merchant);
      await story.made(merchant, 'refunds', { ...story.refund(checkout, { reason }), reference });
      await story.advance(10);
      seen.push(await story.status(merchant, 'refunds', reference));
    }
    return seen;
  },
});
