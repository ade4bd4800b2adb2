import type { Received } from '../../../reference/testing.ts';
import { probes, signed, times } from '../probe.support.ts';
import { found } from './deliveries.ts';

probes(found, {
  'blind27-saving-the-address-empties-the-queue': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    await story.patch(merchant, { webhookUrl: hook.url });
    await story.advance(3_600);
    const listed = await story.deliveries(merchant);
    return [hook.received.length, listed.map(({ state }) => state)];
  },
  'blind27-an-abandoned-delivery-disables-the-address': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count <= 6 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(25 * 3_600);
    const later = await story.paid(merchant);
    await story.advance(1);
    return hook.received.filter(({ body }) => body.reference === later).length;
  },
  'blind27-ten-failures-close-the-circuit': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(6, () => story.paid(merchant));
    await story.advance(0);
    await story.advance(61);
    const counts = [hook.received.length];
    await story.advance(301);
    return [...counts, hook.received.length];
  },
  'blind27-two-secrets-on-one-retry': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    const secret = await story.rotate(merchant);
    await story.advance(120);
    return hook.received.slice(1).map((each: Received) => signed(each, secret));
  },
  'blind27-attempts-stored-by-event-and-number': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 503 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    const [first] = await story.deliveries(merchant);
    await story.resend(merchant, first?.id);
    await story.advance(1);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.map(({ status }) => status));
  },
});
