import { probes, signed } from '../probe.support.ts';
import { found } from './wire-hooks.ts';

probes(found, {
  'blind19-both-secrets-sign-for-a-day': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.get('/v1/balance');
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((received) => signed(received, secret));
  },
  'blind19-settings-form-saves-what-it-loaded': async (story) => {
    const [before, after] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', before);
    await story.patch(merchant, { webhookUrl: after.url });
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.paid(merchant);
    await story.advance(0);
    return [before.received.length, after.received.length];
  },
  'blind19-queue-drops-repetitions-for-five-minutes': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(60);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return [hook.received.length, (await story.deliveries(merchant)).length];
  },
  'blind19-told-once-per-address': async (story) => {
    const hook = await story.hook();
    for (const merchant of [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)]) {
      await story.paid(merchant, { reference: 'order-1' });
      await story.advance(0);
    }
    return hook.received.length;
  },
  'blind19-resent-with-the-newer-scheme': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return hook.received.map(({ headers }) => 'x-service-signature' in headers);
  },
});
