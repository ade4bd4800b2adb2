import { probes, times } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind11-id-of-kind-amount-and-second': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    // More payments than the seconds that they take.
    await times(12, () => story.paid(merchant));
    await story.advance(0);
    return new Set(hook.received.map(({ body }) => body.id)).size;
  },
  'blind11-revocation-told-to-the-first': async (story) => {
    const [hook, other] = [await story.hook(), await story.hook()];
    const first = await story.merchant('sandbox', other);
    await story.linked(first);
    // The two requests are apart in time.
    await story.advance(1);
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(0);
    return [hook.events(), other.events()];
  },
});
