import { probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './retries.ts';

probes(found, {
  'blind8-superseded-event-not-retried': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(0);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(HOUR);
    return hook.events().sort();
  },
});
