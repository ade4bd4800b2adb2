import { attempts, probes, times } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind3-other-failure-starts-schedule-again': attempts([500, 404, 404, 200], 2_500),
  'blind3-many-outstanding-deliveries-wait': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(12, () => story.paid(merchant));
    await story.advance(0);
    await story.advance(100);
    return hook.received.length;
  },
  'blind3-newer-event-ends-retries-of-older': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(1);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(500);
    return hook.events().toSorted();
  },
  'blind3-second-permanent-redirect-acknowledges': attempts([301, 301, 200], 400),
  'blind3-link-events-tried-four-times': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.owner(merchant, await story.linked(merchant), 'reject');
    await story.advance(0);
    await story.advance(10_000);
    return hook.received.length;
  },
});
