import { probes } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind8-events-known-by-reference': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.paid(merchant);
    await story.made(merchant, 'payouts', { ...story.payout(), reference });
    await story.advance(10);
    return hook.events();
  },
});
