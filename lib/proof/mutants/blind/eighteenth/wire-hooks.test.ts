import { probes } from '../probe.support.ts';
import { found } from './wire-hooks.ts';

probes(found, {
  'blind18-event-ids-counted-by-merchant': async (story) => {
    const hook = await story.hook();
    for (const merchant of [await story.merchant('sandbox', hook), await story.merchant('sandbox', hook)])
      await story.paid(merchant);
    await story.advance(0);
    return new Set(hook.received.map(({ body }) => body.id)).size;
  },
  'blind18-resent-occurs-now': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(600);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return new Set(hook.received.map(({ body }) => body.occurredAt)).size;
  },
  'blind18-rotation-deletes-what-waits': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(10);
    await story.rotate(merchant);
    await story.advance(600);
    return [hook.received.length, (await story.deliveries(merchant)).length];
  },
  'blind18-saved-address-has-one-scheme': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant();
    await story.patch(merchant, { webhookUrl: hook.url });
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map(({ headers }) => 'x-service-signature-v2' in headers);
  },
  'blind18-outbox-references-of-64': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant, { reference: 'r'.repeat(100) });
    await story.advance(0);
    return hook.received.map(({ body }) => body.reference);
  },
  'blind18-resend-named-like-the-retry': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(10);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(10);
    return [hook.received.length, (await story.deliveries(merchant)).length];
  },
});
