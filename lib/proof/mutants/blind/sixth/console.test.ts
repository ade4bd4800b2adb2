import { probes } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind6-status-of-the-attempt-before': async (story) => {
    const hook = await story.hook((response, count) => {
      if (count === 2) response.destroy();
      else response.writeHead(count === 1 ? 503 : 200).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(400);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.map(({ status }) => status));
  },
  'blind6-abandoned-by-event': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 200 : 500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(25 * 3_600);
    return (await story.deliveries(merchant)).map(({ state }) => state);
  },
});
