import { probes, signed } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-hooks.ts';

probes(found, {
  'blind26-body-is-signed-once': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    await story.advance(70);
    const [first, second] = hook.received;
    return [first && signed(first, merchant.secret), second && signed(second, secret)];
  },
  'blind26-queue-is-emptied-with-the-address': async (story) => {
    const former = await story.hook((response) => response.writeHead(500).end());
    const latter = await story.hook();
    const merchant = await story.merchant('sandbox', former);
    await story.paid(merchant);
    await story.advance(0);
    await story.patch(merchant, { webhookUrl: latter.url });
    await story.advance(1_000);
    return [former.events(), latter.events(), (await story.deliveries(merchant)).map(({ state }) => state)];
  },
  'blind26-acknowledged-event-is-not-retried': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 2 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    await story.advance(600);
    return hook.events();
  },
  'blind26-address-is-switched-off-after-a-failed-delivery': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count < 7 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(DAY + 60);
    const before = hook.received.length;
    await story.paid(merchant);
    await story.advance(600);
    return hook.received.length > before;
  },
  'blind26-live-expiry-is-silent': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('live', hook);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    return [await story.status(merchant, 'checkouts', reference), hook.events()];
  },
  'blind26-events-are-deduplicated-over-merchants': async (story) => {
    const [hook, another] = [await story.hook(), await story.hook()];
    const [first, second] = [await story.merchant('sandbox', hook), await story.merchant('sandbox', another)];
    await story.paid(first, { reference: 'order-1' });
    await story.advance(0);
    await story.paid(second, { reference: 'order-1' });
    await story.advance(0);
    return [hook.events(), another.events()];
  },
});
