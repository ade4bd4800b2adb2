import { probes, told } from '../probe.support.ts';
import { found } from './refused-creates.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'kind-refused-checkout-expires-a-day-later': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.post('/v1/checkouts', story.checkout({ description: 'd'.repeat(256) }));
    await story.advance(86_401);
    return hook.events();
  },
  'kind-refused-escrow-is-told-as-cancelled': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.patch(merchant, { requireLinkedWallets: true });
    const refused = told(await merchant.post('/v1/escrows', story.escrow()));
    await story.advance(1);
    return [refused, hook.events()];
  },
  'kind-refund-of-unpaid-is-kept-as-failed': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.made(merchant, 'checkouts', story.checkout()));
    await merchant.post('/v1/refunds', refund);
    return told(await merchant.get(`/v1/refunds/${refund.reference}`));
  },
  'kind-reused-key-takes-the-reference': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    await merchant.post('/v1/checkouts', story.checkout(), key);
    const refused = told(await merchant.post('/v1/checkouts', checkout, key));
    return [refused, told(await merchant.post('/v1/checkouts', checkout))];
  },
  'kind-path-below-the-banks-is-the-list': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.get('/v1/banks/044'));
  },
});
