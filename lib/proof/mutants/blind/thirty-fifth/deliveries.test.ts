import { probes, signed } from '../probe.support.ts';
import { found } from './deliveries.ts';

probes(found, {
  'blind35-newer-event-ends-the-older': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.advance(10);
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.advance(100);
    return hook.events().filter((event) => event === 'escrow.funded').length;
  },
  'blind35-list-of-the-present-address': async (story) => {
    const [old, present] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    await story.paid(merchant);
    await story.advance(1);
    await story.patch(merchant, { webhookUrl: present.url });
    return (await story.deliveries(merchant)).length;
  },
  'blind35-statuses-by-their-class': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.map(({ status }) => status));
  },
  'blind35-resent-under-the-old-secret': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    const secret = await story.rotate(merchant);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(1);
    return hook.received.slice(1).map((each) => signed(each, secret));
  },
  'blind35-resent-as-plain-text': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(1);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(1);
    return hook.received.map(({ headers }) => headers['content-type']);
  },
});
