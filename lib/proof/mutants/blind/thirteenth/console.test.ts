import { probes } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind13-acknowledgement-noted-at-each-attempt': async (story) => {
    const hook = await story.hook((response, count) => void response.writeHead(count === 1 ? 503 : 204).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(90);
    const [listed] = await story.deliveries(merchant);
    return listed?.attempts.map(({ status }) => status);
  },
  'blind13-address-belongs-to-the-last': async (story) => {
    const hook = await story.hook();
    const [first, second] = [await story.merchant('sandbox', hook), await story.merchant('sandbox')];
    await story.patch(second, { webhookUrl: hook.url });
    await story.paid(first);
    await story.advance(0);
    return hook.events();
  },
});
