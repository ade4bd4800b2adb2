import { probes } from '../probe.support.ts';
import { found } from './wire-console.ts';

probes(found, {
  'blind18-payloads-of-255-characters': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    const [listed] = await story.deliveries(merchant);
    return hook.received.map(({ raw }) => raw === listed?.payload);
  },
  'blind18-attempts-joined-with-answers': async (story) => {
    const hook = await story.hook((response, count) => {
      if (count === 1) response.destroy();
      else response.end();
    });
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(100);
    const [listed] = await story.deliveries(merchant);
    return listed?.attempts.map(({ status }) => status);
  },
  'blind18-list-of-latest-by-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return (await story.deliveries(merchant)).length;
  },
});
