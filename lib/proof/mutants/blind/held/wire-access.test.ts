import { probes, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind20-sandbox-keys-good-for-ninety-days': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.advance(91 * DAY);
    return (await merchant.post('/v1/refunds', story.refund(payment))).status;
  },
  'blind20-bodies-begin-with-a-brace': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', `\n${JSON.stringify(story.checkout())}`));
  },
});
