import { setTimeout as delay } from 'node:timers/promises';
import { probes, told } from '../probe.support.ts';
import { found } from './keys.ts';

const key = { 'idempotency-key': 'order-1001' };

probes(found, {
  'blind34-lists-are-sorted-before-comparing': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', { ...body, metadata: { stops: ['Lagos', 'Abuja'] } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { stops: ['Abuja', 'Lagos'] } }, key));
  },
  'blind34-bodies-compared-as-query-strings': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', { ...body, metadata: { parcels: 1 } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { parcels: '1' } }, key));
  },
  'blind34-long-answers-do-not-fit': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { metadata: { note: 'n'.repeat(2_500) } });
    await merchant.post(`/v1/escrows/${escrow}/release`, undefined, key);
    return told(await merchant.post(`/v1/escrows/${escrow}/release`, undefined, key));
  },
  'blind34-older-replays-come-from-the-archive': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    await merchant.post('/v1/payouts', body, key);
    await story.advance(2 * 3_600);
    const { status, headers } = await merchant.post('/v1/payouts', body, key);
    return [status, headers['idempotent-replayed'] ?? null];
  },
  'blind34-keys-are-locked-for-every-merchant': async (story) => {
    const [slow, other] = [await story.merchant(), await story.merchant()];
    await story.control('POST', `/merchants/${slow.id}/processing-delay`, { milliseconds: 1_500 });
    const first = slow.post('/v1/checkouts', story.checkout(), key);
    await delay(400);
    const second = await other.post('/v1/checkouts', story.checkout(), key);
    await first;
    return told(second);
  },
  'blind34-gateway-repeats-what-takes-long': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 3_200 });
    return told(await merchant.post('/v1/payouts', story.payout()));
  },
});
