import { attempts, probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './retries.ts';

probes(found, {
  'blind13-one-retry-a-second': async (story) => {
    const hook = await story.hook((response) => void response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    // Made within a few milliseconds: two of them settle within one second at the least.
    const payouts = [story.payout(), story.payout(), story.payout(), story.payout()];
    await Promise.all(payouts.map((payout) => merchant.post('/v1/payouts', payout)));
    await story.advance(10);
    await story.advance(70);
    return hook.received.length;
  },
  'blind13-last-attempt-is-given-up': attempts([500, 500, 500, 500, 500, 200], 15 * HOUR),
});
