import { probes, type Story, signed } from '../probe.support.ts';
import { found } from './webhook-sending.ts';

/** The seconds between the attempts of each event that came, by kind and reference. */
async function gaps(story: Story, hook: Awaited<ReturnType<Story['hook']>>, seconds: number) {
  await story.advance(seconds);
  const sent = new Map<string, number[]>();
  for (const { headers, body } of hook.received) {
    const name = `${body.event} ${body.amountMinor ?? ''}`;
    sent.set(name, [...(sent.get(name) ?? []), Number(headers['x-service-timestamp'])]);
  }
  return [...sent]
    .map(([name, at]) => [name, at.map((each) => Math.round((each - (at[0] ?? 0)) / 10) * 10)])
    .sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1));
}

const failing = (story: Story) => story.hook((response) => response.writeHead(500).end());

probes(found, {
  'blind14-resent-with-the-secret-of-its-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return hook.received.slice(1).map((received) => signed(received, secret));
  },
  'blind14-webhook-url-without-query': async (story) => {
    const paths: unknown[] = [];
    const hook = await story.hook((response) => {
      paths.push(response.req.url);
      response.end();
    });
    await story.paid(await story.merchant('sandbox', hook));
    await story.advance(0);
    return paths;
  },
  'blind14-failing-address-left-alone': async (story) => {
    const hook = await failing(story);
    const merchant = await story.merchant('sandbox', hook);
    for (let made = 1; made <= 6; made++) {
      await story.paid(merchant, { amount: made * 1_000 });
      await story.advance(0);
    }
    return gaps(story, hook, 90);
  },
  'blind14-one-retry-timer-for-a-merchant': async (story) => {
    const hook = await failing(story);
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(30);
    await story.paid(merchant, { amount: 7_000 });
    await story.advance(0);
    return gaps(story, hook, 50);
  },
  'blind14-newer-event-ends-the-retries': async (story) => {
    const hook = await failing(story);
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.funded(merchant);
    await story.advance(0);
    await merchant.post(`/v1/escrows/${reference}/release`);
    await story.advance(0);
    return gaps(story, hook, 2_400);
  },
  'blind14-link-events-tried-three-times': async (story) => {
    const hook = await failing(story);
    await story.approved(await story.merchant('sandbox', hook));
    await story.advance(0);
    return gaps(story, hook, 2_400);
  },
  'blind14-resend-of-a-resend-does-nothing': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    for (let pressed = 0; pressed < 2; pressed++) {
      await story.advance(0);
      await story.resend(merchant, (await story.deliveries(merchant)).at(-1)?.id);
    }
    await story.advance(0);
    return hook.events();
  },
  'blind14-secret-cached-by-address': async (story) => {
    const hook = await story.hook();
    const [one, other] = [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)];
    for (const merchant of [one, other]) {
      await story.paid(merchant);
      await story.advance(0);
    }
    const [, second] = hook.received;
    return second && signed(second, other.secret);
  },
  'blind14-event-id-made-of-kind-and-reference': async (story) => {
    const hook = await story.hook();
    const [one, other] = [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)];
    for (const merchant of [one, other]) await story.funded(merchant, { reference: 'order-1' });
    await story.advance(0);
    return new Set(hook.received.map(({ body }) => body.id)).size;
  },
  'blind14-rotation-moves-on-to-v2': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((received) => signed(received, secret));
  },
  'blind14-abandoned-delivery-disables-the-address': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count > 6 ? 200 : 500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(90_000);
    await story.funded(merchant);
    await story.advance(0);
    return hook.events().filter((event) => event === 'escrow.funded');
  },
  'blind14-acknowledged-delivery-lists-one-attempt': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count > 1 ? 200 : 500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(90);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.map(({ status }) => status));
  },
  'blind14-list-of-the-present-address': async (story) => {
    const [hook, later] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.patch(merchant, { webhookUrl: later.url });
    return (await story.deliveries(merchant)).map(({ event }) => event);
  },
});
