import { probes } from '../probe.support.ts';
import { found } from './wire-console.ts';

probes(found, {
  'blind26-unanswered-attempts-are-not-listed': async (story) => {
    const hook = await story.hook((response, count) => {
      if (count === 1) response.destroy();
      else response.writeHead(200).end();
    });
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(70);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.map(({ status }) => status));
  },
});
