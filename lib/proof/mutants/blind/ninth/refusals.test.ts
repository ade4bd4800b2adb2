import { probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind9-left-as-at-first-refusal': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 5_000 });
    const tooMuch = () => merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_001 }));
    await tooMuch();
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 1_700 }));
    const { body } = await tooMuch();
    return body.error;
  },
  'blind9-expired-are-archived': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 1);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
});
