import { probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './money-checkouts.ts';

probes(found, {
  'blind18-jobs-lost-when-the-address-is-saved': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.patch(merchant, { webhookUrl: null });
    await story.advance(DAY + 60);
    return await story.status(merchant, 'checkouts', checkout);
  },
  'blind18-row-of-a-new-buyer-inserted-twice': async (story) => {
    const merchant = await story.merchant();
    const customer = { email: 'new@example.com' };
    const sent = [story.checkout({ customer }), story.checkout({ customer })];
    const answers = await Promise.all(sent.map((body) => merchant.post('/v1/checkouts', body)));
    return answers.map(({ status }) => status).sort();
  },
  'blind18-plan-limits-open-checkouts': async (story) => {
    const merchant = await story.merchant();
    const seen: unknown[] = [];
    for (let made = 0; made < 30; made++) seen.push((await merchant.post('/v1/checkouts', story.checkout())).status);
    return seen;
  },
  'blind18-checkouts-read-in-the-present-month': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(32 * DAY);
    return await story.status(merchant, 'checkouts', checkout);
  },
  'blind18-live-expiry-in-the-words-of-the-processor': async (story) => {
    const merchant = await story.merchant('live');
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    return (await story.record(merchant, 'checkouts', checkout)).failureReason;
  },
  'blind18-full-refund-empties-paid-at': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    for (const amount of [2_000, 3_000]) await story.made(merchant, 'refunds', story.refund(checkout, { amount }));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).paidAt === null;
  },
  'blind18-return-url-of-a-few-signs': async (story) => {
    const merchant = await story.merchant();
    const returnUrl = 'https://shop.example/@ada/thanks';
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl })));
  },
});
