import { probes, signed } from '../probe.support.ts';
import { found } from './retries.ts';

probes(found, {
  'blind6-attempts-counted-by-event': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    await story.advance(1_000);
    const sent = hook.received.map(({ headers }) => Number(headers['x-service-timestamp']));
    // To ten seconds: how long the calls take is left out.
    return sent.map((at) => Math.round((at - (sent[0] ?? 0)) / 10) * 10);
  },
  'blind6-retried-from-the-database': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(70);
    return hook.received.map((each) => signed(each, merchant.secret));
  },
});
