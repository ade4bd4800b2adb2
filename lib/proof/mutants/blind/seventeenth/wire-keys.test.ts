import { pause } from '../../steps.ts';
import { probes, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

const MARK = 'idempotent-replayed';

probes(found, {
  'blind17-bodies-compared-by-collation': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const checkout = story.checkout({ description: 'Robe été' });
    await merchant.post('/v1/checkouts', checkout, key);
    return told(await merchant.post('/v1/checkouts', { ...checkout, description: 'robe ete' }, key));
  },
  'blind17-lock-of-two-seconds': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 4_000 });
    const key = { 'idempotency-key': 'one' };
    const checkout = story.checkout();
    const first = merchant.post('/v1/checkouts', checkout, key);
    await pause(2_500);
    const second = merchant.post('/v1/checkouts', checkout, key);
    return [told(await first), told(await second)];
  },
  'blind17-key-cut-behind-merchant': async (story) => {
    const merchant = await story.merchant();
    const long = 'k'.repeat(254);
    await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': `${long}1` });
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': `${long}2` }));
  },
  'blind17-content-type-in-fingerprint': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const checkout = story.checkout();
    await merchant.post('/v1/checkouts', checkout, key);
    const headers = { ...key, 'content-type': 'application/json; charset=utf-8' };
    return told(await merchant.post('/v1/checkouts', checkout, headers));
  },
  'blind17-live-gateway-strips-mark': async (story) => {
    const merchant = await story.merchant('live');
    const key = { 'idempotency-key': 'one' };
    const checkout = story.checkout();
    await merchant.post('/v1/checkouts', checkout, key);
    return (await merchant.post('/v1/checkouts', checkout, key)).headers[MARK] ?? null;
  },
  'blind17-live-keys-of-any-length': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'k'.repeat(256) }));
  },
  'blind17-messages-in-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 1, currency: 'USD' }));
    const { message } = body.error as { message: unknown };
    return typeof message;
  },
});
