import { probes } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind5-list-of-the-present-address': async (story) => {
    const [old, present] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    await story.paid(merchant);
    await story.advance(0);
    await story.patch(merchant, { webhookUrl: present.url });
    await story.paid(merchant);
    await story.advance(0);
    return (await story.deliveries(merchant)).map(({ event, state }) => [event, state]);
  },
});
