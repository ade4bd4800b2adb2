import { probes, signed, told } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind3-new-address-resets-settings': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.patch(merchant, { webhookUrl: (await story.hook()).url });
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind3-never-answered-stays-pending': async (story) => {
    const hook = await story.hook((answer) => answer.destroy());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.advance(100_000);
    return (await story.deliveries(merchant)).map(({ state }) => state);
  },
  'blind3-resend-of-latest-event': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(1);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(0);
    const [first] = await story.deliveries(merchant);
    await story.resend(merchant, first?.id);
    await story.advance(0);
    return hook.events();
  },
  'blind3-resend-to-the-old-address': async (story) => {
    const [before, after] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', before);
    await story.paid(merchant);
    await story.advance(0);
    await story.patch(merchant, { webhookUrl: after.url });
    const [delivery] = await story.deliveries(merchant);
    await story.resend(merchant, delivery?.id);
    await story.advance(0);
    return [before.received.length, after.received.length];
  },
  'blind3-v2-with-the-secret-before': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((each) => signed(each, secret));
  },
});
