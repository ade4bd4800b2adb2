import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

const once = { 'idempotency-key': 'once' };

probes(found, {
  'blind3-refund-body-without-case': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant), { reason: 'too late' });
    await merchant.post('/v1/refunds', refund, once);
    return told(await merchant.post('/v1/refunds', { ...refund, reason: 'Too late' }, once));
  },
  'blind3-escrow-body-by-first-two-kilobytes': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow({ conditions: 'sealed '.repeat(350) });
    await merchant.post('/v1/escrows', { ...escrow, autoReleaseHours: 5 }, once);
    return told(await merchant.post('/v1/escrows', { ...escrow, autoReleaseHours: 6 }, once));
  },
  'blind3-checkout-keys-without-hyphens': async (story) => {
    const merchant = await story.merchant();
    await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'order-1-2' });
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'order-12' }));
  },
  'blind3-request-in-progress-frees-key': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const create = () => merchant.post('/v1/payouts', payout, once);
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 1_500 });
    const both = await Promise.all([create(), create()]);
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 0 });
    return [both.map(told).sort(), told(await create())];
  },
  'blind3-release-replayed-for-another-merchant': async (story) => {
    const [first, second] = [await story.merchant(), await story.merchant()];
    for (const merchant of [first, second]) {
      await story.funded(merchant, { reference: 'order-1' });
      await merchant.post('/v1/escrows/order-1/release', undefined, once);
    }
    return await story.status(second, 'escrows', 'order-1');
  },
});
