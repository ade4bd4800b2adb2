import { attempts, probes, signed, times } from '../probe.support.ts';
import { found } from './webhooks.ts';

const DAY = 24 * 3_600;

probes(found, {
  'blind31-second-rotation-is-not-used': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.rotate(merchant);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(1);
    return hook.received.map((each) => signed(each, secret));
  },
  'blind31-circuit-opens-after-five-failures': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(6, () => story.paid(merchant));
    await story.advance(90);
    return hook.received.length;
  },
  'blind31-address-switched-off-after-a-day': async (story) => {
    let down = true;
    const hook = await story.hook((response) => response.writeHead(down ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(DAY + 60);
    down = false;
    const later = await story.paid(merchant);
    await story.advance(1);
    return hook.received.filter(({ body }) => body.reference === later).length;
  },
  'blind31-failures-are-cleared-by-success': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    await story.advance(90);
    return (await story.deliveries(merchant)).map((each) => each.attempts.map(({ status }) => status));
  },
  'blind31-new-address-drops-what-was-pending': async (story) => {
    const [old, present] = [await story.hook((response) => response.writeHead(500).end()), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    await story.paid(merchant);
    await story.advance(1);
    await story.patch(merchant, { webhookUrl: present.url });
    await story.advance(90);
    return old.received.length + present.received.length;
  },
  'blind31-unreachable-hosts-are-left-for-later': attempts(['cut', 'cut', 'cut', 200], 3 * 3_600),
});
