import { probes, signed } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind-second-rotation-not-taken': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.rotate(merchant);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((each) => signed(each, secret));
  },
  'blind-address-set-again-stays-cleared': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.patch(merchant, { webhookUrl: null });
    await story.patch(merchant, { webhookUrl: hook.url });
    await story.paid(merchant);
    await story.advance(0);
    return hook.events();
  },
  'blind-abandoned-not-resent': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(100_000);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return [delivery?.state, hook.received.length];
  },
  'blind-resent-while-pending-not-listed': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return [hook.received.length, (await story.deliveries(merchant)).length];
  },
  'blind-resent-once': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [delivery] = await story.deliveries(merchant);
    for (let times = 0; times < 2; times++) await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return hook.received.length;
  },
});
