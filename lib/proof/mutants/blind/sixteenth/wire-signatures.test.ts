import { probes, signed, times } from '../probe.support.ts';
import { found } from './wire-signatures.ts';

probes(found, {
  'blind16-signature-written-as-a-number': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const [listed] = await story.deliveries(merchant);
    const secrets: string[] = [];
    // With this many signatures, at least one starts with 0.
    await times(200, async () => {
      secrets.push(await story.rotate(merchant));
      await story.resend(merchant, listed?.id);
      await story.advance(0);
    });
    return hook.received.slice(1).map((received, at) => signed(received, secrets[at] ?? ''));
  },
  'blind16-escaped-after-it-was-signed': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '8000000001', 'Eze & Sons');
    await story.approved(merchant, { walletId: '8000000001' });
    await story.advance(0);
    return hook.received.map((received) => signed(received, merchant.secret));
  },
  'blind16-secret-kept-in-memory': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((received) => signed(received, secret));
  },
  'blind16-resent-with-the-secret-of-then': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    const [listed] = await story.deliveries(merchant);
    await story.resend(merchant, listed?.id);
    await story.advance(0);
    return hook.received.map((received) => signed(received, secret));
  },
});
