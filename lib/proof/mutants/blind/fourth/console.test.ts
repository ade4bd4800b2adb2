import { probes } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind4-attempts-kept-by-status': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count < 3 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(400);
    const [delivery] = await story.deliveries(merchant);
    return delivery?.attempts.map(({ status }) => status);
  },
  'blind4-resent-to-the-first-address': async (story) => {
    const [old, present] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.patch(merchant, { webhookUrl: present.url });
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return [old.events(), present.events()];
  },
});
