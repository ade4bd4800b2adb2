import { attempts, probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './retries.ts';

probes(found, {
  'blind10-refused-after-rotation-given-up': async (story) => {
    const hook = await story.hook((response) => response.writeHead(401).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.rotate(merchant);
    await story.advance(HOUR);
    return hook.received.length;
  },
  'blind10-timed-out-retry-skips-a-step': attempts([500, 'never', 200], HOUR),
});
