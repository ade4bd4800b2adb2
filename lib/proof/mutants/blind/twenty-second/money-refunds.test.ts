import { card, probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind22-refunds-bring-the-total-of-their-creation': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(reference, { reason: 'sandbox_fail' }));
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 2_000 }));
    await story.advance(30);
    return (await story.record(merchant, 'checkouts', reference)).refundedAmount;
  },
  'blind22-refunds-to-cards-that-have-expired': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', checkout);
    const now = new Date(story.bench.clock.now());
    const expiry = `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${now.getUTCFullYear() % 100}`;
    await story.send(body.checkoutUrl, { ...card, expiry });
    await story.advance(40 * DAY);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout.reference));
    await story.advance(30);
    return await story.status(merchant, 'refunds', refund);
  },
});
