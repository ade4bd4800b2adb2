import { probes, told } from '../probe.support.ts';
import { found } from './money-refunds.ts';

probes(found, {
  'blind18-live-refunds-up-to-the-net-amount': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_000 })));
  },
  'blind18-message-says-the-excess': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_300 }));
    const { text } = await merchant.post('/v1/refunds', story.refund(checkout, { amount: 4_000 }));
    return /3,?700/.test(text);
  },
  'blind18-queue-stops-behind-a-failure': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    const next = await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(60);
    return await story.status(merchant, 'refunds', next);
  },
  'blind18-failed-refund-is-why-the-checkout-failed': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).failureReason;
  },
  'blind18-one-pending-refund-of-a-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
});
