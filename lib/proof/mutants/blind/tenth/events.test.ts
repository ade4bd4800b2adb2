import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './events.ts';

probes(found, {
  'blind10-disputed-refund-told-in-full': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(0);
    return hook.received.filter(({ body }) => body.event === 'escrow.refunded').map(({ body }) => body.amountMinor);
  },
  'blind10-live-expiry-untold': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('live', hook);
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 1);
    return [await story.status(merchant, 'checkouts', checkout), hook.events()];
  },
});
