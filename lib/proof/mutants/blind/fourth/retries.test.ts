import { attempts, probes } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind4-failures-counted-by-address': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(100);
    return hook.received.length;
  },
  'blind4-breaker-opens-for-good': attempts(['cut', 'cut', 'cut', 200], 2_400),
});
