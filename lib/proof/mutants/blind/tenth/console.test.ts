import { probes, signed } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './console.ts';

probes(found, {
  'blind10-second-rotation-not-kept': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.rotate(merchant);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((received) => signed(received, secret));
  },
  'blind10-resend-ends-the-first': async (story) => {
    // The second request is what is resent.
    const hook = await story.hook((response, count) => response.writeHead(count === 2 ? 200 : 500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(10);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(HOUR);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
});
