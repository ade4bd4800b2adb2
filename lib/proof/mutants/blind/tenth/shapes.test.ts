import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind10-messages-of-several-faults': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 99, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
  'blind10-job-tells-amount-as-text': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 1);
    return hook.received.map(({ body }) => body.amountMinor);
  },
});
