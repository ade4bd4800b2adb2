import { probes } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind6-told-once-by-reference-and-outcome': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.paid(merchant, { reference: 'order-1' });
    await story.made(merchant, 'refunds', story.refund(reference, { reference }));
    await story.advance(10);
    await story.made(merchant, 'payouts', story.payout({ reference }));
    await story.advance(10);
    return [hook.events(), await story.status(merchant, 'refunds', reference)];
  },
  'blind6-reference-as-written-in-the-path': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant, { reference: 'shop:17' });
    await merchant.post(`/v1/escrows/${encodeURIComponent(escrow)}/release`);
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.reference]);
  },
});
