import { attempts, probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './retries.ts';

probes(found, {
  'blind12-long-answers-are-errors': async (story) => {
    const hook = await story.hook((response) => response.writeHead(200).end('ok '.repeat(10_000)));
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(120);
    return [hook.received.length, (await story.deliveries(merchant)).map(({ state }) => state)];
  },
  'blind12-twelve-hours-by-the-clock': attempts(Array(10).fill(500), DAY),
});
