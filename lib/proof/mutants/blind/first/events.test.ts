import { probes, signed } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind-v2-of-revoked-without-time': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.delete(`/v1/wallet-links/${await story.approved(merchant)}`);
    await story.advance(0);
    return hook.received.map((each) => signed(each, merchant.secret)).sort();
  },
  'blind-rejected-in-milliseconds': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.post(`/v1/sandbox/wallet-links/${await story.linked(merchant)}/reject`);
    await story.advance(0);
    return hook.received.map(({ headers }) => String(headers['x-service-timestamp']).length);
  },
  'blind-refunds-of-a-checkout-share-an-id': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    for (let times = 0; times < 2; times++) await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(3);
    return new Set(hook.received.map(({ body }) => body.id)).size;
  },
  'blind-last-part-refunded-fails-payment': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    for (const amount of [2_000, 3_000]) {
      await story.made(merchant, 'refunds', story.refund(checkout, { amount }));
      await story.advance(3);
    }
    return hook.events();
  },
  'blind-retry-of-payment-less-refunds': async (story) => {
    const hook = await story.hook((answer) => answer.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    await story.advance(61);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]).sort();
  },
});
