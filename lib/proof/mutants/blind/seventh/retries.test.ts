import { probes } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind7-abandoned-delivery-switches-address-off': async (story) => {
    let down = true;
    const hook = await story.hook((response) => response.writeHead(down ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(25 * 3_600);
    down = false;
    const before = hook.received.length;
    await story.paid(merchant);
    await story.advance(60);
    return hook.received.length - before;
  },
  'blind7-resend-takes-over': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(3 * 3_600);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
});
