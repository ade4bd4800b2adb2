import { setTimeout as delay } from 'node:timers/promises';
import { probes, times, told } from '../probe.support.ts';
import { found } from './requests.ts';

probes(found, {
  'blind31-keys-of-digits-are-numbers': async (story) => {
    const merchant = await story.merchant();
    await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': '12' });
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': '0012' }));
  },
  'blind31-first-kilobyte-is-compared': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const key = { 'idempotency-key': 'the key' };
    const note = 'n'.repeat(1_500);
    await merchant.post('/v1/checkouts', { ...body, metadata: { note, order: 'A' } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { note, order: 'B' } }, key));
  },
  'blind31-seller-is-checked-before-the-replay': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow();
    const key = { 'idempotency-key': 'the key' };
    await merchant.post('/v1/escrows', body, key);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', body, key));
  },
  'blind31-lock-lapses-before-the-request-ends': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 5_000 });
    const body = story.checkout();
    const key = { 'idempotency-key': 'the key' };
    const first = merchant.post('/v1/checkouts', body, key);
    await delay(2_500);
    const second = await merchant.post('/v1/checkouts', body, key);
    await first;
    return told(second);
  },
  'blind31-test-wallets-pass-in-live': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind31-repeated-excess-is-punished': async (story) => {
    const merchant = await story.merchant();
    await times(3, async () => {
      await times(121, () => merchant.get('/v1/banks'));
      await story.advance(61);
    });
    await story.advance(60);
    return (await merchant.get('/v1/banks')).status;
  },
  'blind31-several-problems-make-a-list': async (story) => {
    const merchant = await story.merchant();
    const { text } = await merchant.post('/v1/checkouts', story.checkout({ amount: 1, currency: 'USD' }));
    return typeof (JSON.parse(text) as { error: { message: unknown } }).error.message;
  },
});
