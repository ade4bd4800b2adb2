import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './console.ts';

probes(found, {
  'blind8-console-payload-by-reference': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'buyer-release');
    await story.advance(0);
    const listed = await story.deliveries(merchant);
    return listed.map(({ event, payload }) => [event, JSON.parse(payload).event]);
  },
  'blind8-abandoned-resent-once-only': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(DAY + 60);
    const [abandoned] = await story.deliveries(merchant);
    await story.resend(merchant, abandoned?.id);
    await story.advance(HOUR);
    return (await story.deliveries(merchant)).map(({ state, attempts }) => [state, attempts.length]);
  },
});
