import { probes, signed } from '../probe.support.ts';
import { found } from './webhooks.ts';

probes(found, {
  'blind30-second-rotation-is-not-noticed': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.rotate(merchant);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((each) => signed(each, secret));
  },
  'blind30-resend-signs-as-at-the-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return hook.received.slice(1).map((each) => signed(each, secret));
  },
  'blind30-earlier-address-cannot-be-set-again': async (story) => {
    const [first, second] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', first);
    await story.patch(merchant, { webhookUrl: second.url });
    await story.patch(merchant, { webhookUrl: first.url });
    await story.paid(merchant);
    await story.advance(0);
    return [first.received.length, second.received.length];
  },
  'blind30-event-id-is-made-of-the-beginning-of-a-reference': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const order = 'order-7d0f6c1e-5f0a-4b7e-9d62-0c1f4a9b8e77';
    await story.paid(merchant, { reference: `${order}-1` });
    await story.paid(merchant, { reference: `${order}-2` });
    return new Set((await story.deliveries(merchant)).map(({ payload }) => JSON.parse(payload).id)).size;
  },
  'blind30-later-retries-repeat-the-headers-of-the-first': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(500);
    return new Set(hook.received.map(({ headers }) => headers['x-service-timestamp'])).size;
  },
  'blind30-rotation-ends-the-retries-under-way': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.rotate(merchant);
    await story.advance(10_000);
    return hook.received.length;
  },
  'blind30-failing-address-is-paused': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(86_400);
    return hook.received.length;
  },
  'blind30-console-lists-attempts-by-event': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
});
