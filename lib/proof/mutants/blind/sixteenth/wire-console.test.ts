import { probes, told } from '../probe.support.ts';
import { found } from './wire-console.ts';

probes(found, {
  'blind16-pending-goes-with-its-address': async (story) => {
    const [old, present] = [await story.hook((response) => response.writeHead(500).end()), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    await story.paid(merchant);
    await story.advance(0);
    await story.patch(merchant, { webhookUrl: present.url });
    await story.advance(90);
    return [old.received.length, present.received.length];
  },
  'blind16-saving-the-address-unticks-the-box': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    await story.patch(merchant, { webhookUrl: 'https://shop.example/hook' });
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind16-list-of-the-present-address': async (story) => {
    const [old, present] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    await story.paid(merchant);
    await story.advance(0);
    await story.patch(merchant, { webhookUrl: present.url });
    return (await story.deliveries(merchant)).map(({ event, state }) => [event, state]);
  },
  'blind16-link-events-are-not-resent': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    const [listed] = await story.deliveries(merchant);
    await story.resend(merchant, listed?.id);
    await story.advance(0);
    return hook.events();
  },
});
