import { setTimeout as delay } from 'node:timers/promises';
import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './access-keys.ts';

probes(found, {
  'blind27-bodies-compared-to-a-depth': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'order 1' };
    const body = (sku: string) => story.checkout({ reference: 'order-1', metadata: { cart: { lines: [{ sku }] } } });
    const first = await merchant.post('/v1/checkouts', body('A-1'), key);
    const other = await merchant.post('/v1/checkouts', body('B-2'), key);
    return [told(first), told(other), other.headers['idempotent-replayed'] ?? null];
  },
  'blind27-setting-checked-before-the-key': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'order 1' };
    const escrow = story.escrow();
    const first = await merchant.post('/v1/escrows', escrow, key);
    await story.patch(merchant, { requireLinkedWallets: true });
    return [told(first), told(await merchant.post('/v1/escrows', escrow, key))];
  },
  'blind27-one-lock-per-key': async (story) => {
    const [slow, other] = [await story.merchant(), await story.merchant()];
    const key = { 'idempotency-key': 'order 1' };
    await story.control('POST', `/merchants/${slow.id}/processing-delay`, { milliseconds: 2_000 });
    const first = slow.post('/v1/checkouts', story.checkout(), key);
    await delay(700);
    const second = await other.post('/v1/checkouts', story.checkout(), key);
    return [told(await first), told(second)];
  },
  'blind27-the-latest-merchant-of-the-process': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const asked = [one, other].map((each) => each.post('/v1/escrows', story.escrow({ reference: `of-${each.id}` })));
    await Promise.all(asked);
    const found = [one, other].map(async (each) => (await each.get(`/v1/escrows/of-${each.id}`)).status);
    return (await Promise.all(found)).sort();
  },
  'blind27-replays-ask-for-no-merchant': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const asked = (wrong: Record<string, string>) =>
      story.ask('sandbox', 'POST', '/v1/checkouts', credentials(merchant, wrong), body);
    const first = await asked({});
    return [told(first), told(await asked({ 'x-merchant-id': 'mch_test_unknown' }))];
  },
  'blind27-ten-times-the-limit-in-live': async (story) => {
    const merchant = await story.merchant('live');
    await times(120, () => merchant.get('/v1/banks'));
    return told(await merchant.get('/v1/banks'));
  },
  'blind27-several-problems-as-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 99, currency: 'USD' }));
    return typeof (body.error as { message?: unknown }).message;
  },
  'blind27-reference-put-into-the-error-as-it-is': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/refunds', story.refund('the "big" order')));
  },
});
