import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-balances.ts';

probes(found, {
  'blind16-resent-payment-booked-again': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    await story.paid(merchant);
    await story.advance(0);
    const [first] = await story.deliveries(merchant);
    await story.resend(merchant, first?.id);
    return await story.balance(merchant);
  },
  'blind16-balance-cached-over-a-failed-refund': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'refunds', story.refund(await story.paid(merchant), { reason: 'sandbox_fail' }));
    await story.balance(merchant);
    await story.advance(DAY);
    return await story.balance(merchant);
  },
  'blind16-balance-joined-with-refunds': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind16-balance-without-the-archive': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    await story.advance(100 * DAY);
    return await story.balance(merchant);
  },
});
