import { probes, times, told } from '../probe.support.ts';
import { found } from './refunds.ts';

probes(found, {
  'blind27-earlier-refunds-of-the-first-page': async (story) => {
    const merchant = await story.merchant();
    const [early, other] = [await story.paid(merchant), await story.paid(merchant)];
    await story.made(merchant, 'refunds', story.refund(early, { amount: 4_000 }));
    await times(50, () => story.made(merchant, 'refunds', story.refund(other, { amount: 10 })));
    return told(await merchant.post('/v1/refunds', story.refund(early, { amount: 2_000 })));
  },
  'blind27-what-is-left-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 123_456 });
    const { text } = await merchant.post('/v1/refunds', story.refund(checkout, { amount: 123_457 }));
    return [text.includes('123456'), text];
  },
  'blind27-a-retry-gets-the-answer-of-the-first': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 5_000, reason: 'sandbox_fail' }));
    await story.advance(60);
    const retry = await story.made(merchant, 'refunds', story.refund(checkout, { amount: 5_000 }));
    await story.advance(60);
    return await story.status(merchant, 'refunds', retry);
  },
});
