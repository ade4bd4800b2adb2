import { probes, signed } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind-resent-with-the-old-secret': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return hook.received.map((each) => signed(each, secret));
  },
  'blind-list-of-twenty': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    for (let times = 0; times < 22; times++) await story.paid(merchant);
    await story.advance(0);
    return (await story.deliveries(merchant)).length;
  },
  'blind-list-of-three-attempts': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(10_000);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
  'blind-list-by-address': async (story) => {
    const hook = await story.hook();
    const [one, other] = [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)];
    await story.paid(other);
    await story.advance(0);
    return (await story.deliveries(one)).length;
  },
  'blind-list-masks-names': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    return (await story.deliveries(merchant)).map(({ payload }) => payload === hook.received[0]?.raw);
  },
});
