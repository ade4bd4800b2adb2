import { probes, signed, times } from '../probe.support.ts';
import { found } from './webhooks.ts';

probes(found, {
  'blind25-each-instance-remembers-the-secret': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await times(4, () => story.paid(merchant));
    await story.advance(0);
    const secret = await story.rotate(merchant);
    await times(4, () => story.paid(merchant));
    await story.advance(0);
    return hook.received.slice(4).map((each) => signed(each, secret));
  },
  'blind25-the-queue-drops-equal-references': async (story) => {
    const [first, second] = [await story.hook(), await story.hook()];
    for (const hook of [first, second]) {
      await story.paid(await story.merchant('sandbox', hook), { reference: 'order-1' });
      await story.advance(0);
    }
    return [first.events(), second.events()];
  },
  'blind25-a-retry-is-read-from-a-json-column': async (story) => {
    const hook = await story.hook((response, count) => response.writeHead(count === 1 ? 500 : 200).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(120);
    return hook.received.map((each) => signed(each, merchant.secret));
  },
  'blind25-the-second-resend-is-taken-for-a-double-click': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await times(2, () => story.paid(merchant));
    await story.advance(0);
    for (const { id } of await story.deliveries(merchant)) await story.resend(merchant, id);
    await story.advance(0);
    return hook.received.length;
  },
});
