import { probes, times } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './retries.ts';

probes(found, {
  'blind9-older-news-not-retried': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 2 ? 200 : 500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    // Later by the target's clock, which counts milliseconds: two events of one moment have no order.
    await story.advance(1);
    await story.deed(merchant, escrow, 'buyer-release');
    await story.advance(HOUR);
    return hook.events();
  },
  'blind9-receiver-is-spared': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(6, () => story.paid(merchant));
    await story.advance(0);
    await story.advance(90);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length).sort();
  },
});
