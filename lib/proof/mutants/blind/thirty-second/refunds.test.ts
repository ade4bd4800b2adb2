import { probes, told } from '../probe.support.ts';
import { found } from './refunds.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind32-second-refund-tells-the-total': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_000 }));
    await story.advance(60);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 700 }));
    await story.advance(60);
    const told = hook.received.filter(({ body }) => body.event === 'refund.succeeded');
    return told.map(({ body }) => body.amountMinor);
  },
  'blind32-forced-by-a-line-of-the-reason': async (story) => {
    const merchant = await story.merchant();
    const body = story.refund(await story.paid(merchant), { reason: 'Size\nsandbox_fail' });
    const refund = await story.made(merchant, 'refunds', body);
    await story.advance(60);
    return story.status(merchant, 'refunds', refund);
  },
  'blind32-what-is-left-is-said-as-at-first': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_001 }));
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_777 }));
    return (await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_001 }))).text.includes('3223');
  },
  'blind32-failed-refunds-lower-what-is-said': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(60);
    return (await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_001 }))).text.includes('5000');
  },
  'blind32-refunds-of-the-last-ninety-days-count': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 3_000 }));
    await story.advance(91 * DAY);
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 3_000 })));
  },
  'blind32-retry-clears-the-failure': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const failed = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(60);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(60);
    return typeof (await story.record(merchant, 'refunds', failed)).failureReason;
  },
  'blind32-refunds-need-a-balance': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind32-blanks-at-the-end-do-not-count': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/refunds', story.refund(`${await story.paid(merchant)} `)));
  },
});
