import { probes, signed, times } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './hooks.ts';

probes(found, {
  'blind24-secrets-are-cached-by-address': async (story) => {
    const hook = await story.hook();
    const [first, second] = [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)];
    await story.paid(first);
    await story.advance(1);
    await story.paid(second);
    await story.advance(1);
    return hook.received.map((each, at) => signed(each, at === 0 ? first.secret : second.secret));
  },
  'blind24-receiver-that-fails-is-left-alone-for-a-while': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(6, async () => {
      await story.paid(merchant);
      await story.advance(1);
    });
    await story.advance(100);
    return hook.received.length;
  },
  'blind24-resend-finds-the-event-by-its-reference': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(1);
    await story.resend(merchant, (await story.deliveries(merchant)).at(-1)?.id);
    await story.advance(1);
    return hook.events();
  },
  'blind24-abandoned-delivery-switches-the-address-off': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(DAY + 60);
    const before = hook.received.length;
    await story.paid(merchant);
    await story.advance(1);
    return hook.received.length - before;
  },
});
