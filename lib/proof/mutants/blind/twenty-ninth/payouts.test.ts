import { probes, told } from '../probe.support.ts';
import { advanceToTime } from './clock.support.ts';
import { found } from './payouts.ts';

probes(found, {
  'blind29-first-account-of-a-name': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    const corrected = await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return await story.status(merchant, 'payouts', corrected);
  },
  'blind29-apostrophe-is-doubled': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: "Ada's stall" }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind29-payout-told-as-a-short-float': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ amount: 123_456_789 }));
    await story.advance(60);
    return hook.received.map(({ body }) => body.amountMinor);
  },
  'blind29-not-settled-over-midnight': async (story) => {
    const merchant = await story.merchant();
    await advanceToTime(story, 23, 59, 57);
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(600);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind29-failed-payouts-go-out-with-the-month': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(35 * 86_400);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind29-live-pays-to-three-digit-banks': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    const recipient = { bankName: 'OPay', accountNumber: '0123456789', accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
});
