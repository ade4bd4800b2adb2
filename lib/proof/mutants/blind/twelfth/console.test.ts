import { probes } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind12-payload-kept-as-jsonb': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [listed] = await story.deliveries(merchant);
    return listed?.payload === hook.received[0]?.raw;
  },
  'blind12-list-joined-by-reference': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(reference, { reference }));
    await story.advance(10);
    return [hook.received.length, (await story.deliveries(merchant)).length];
  },
});
