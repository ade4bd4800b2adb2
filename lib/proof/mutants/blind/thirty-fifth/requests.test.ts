import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './requests.ts';

probes(found, {
  'blind35-key-ends-at-a-comma': async (story) => {
    const merchant = await story.merchant();
    await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'order-7,try-1' });
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'order-7,try-2' }));
  },
  'blind35-order-of-lists-does-not-count': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const key = { 'idempotency-key': 'the key' };
    await merchant.post('/v1/checkouts', { ...body, metadata: { stops: ['Lagos', 'Abuja'] } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { stops: ['Abuja', 'Lagos'] } }, key));
  },
  'blind35-type-of-the-body-is-compared-too': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    const key = { 'idempotency-key': 'the key' };
    await merchant.post('/v1/payouts', body, key);
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return told(await merchant.post('/v1/payouts', body, { ...key, ...type }));
  },
  'blind35-key-is-measured-escaped': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': 'a/b+'.repeat(60) }));
  },
  'blind35-known-merchant-has-no-such-key': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const mistaken = credentials(live, { 'x-merchant-id': sandbox.id });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', mistaken));
  },
  'blind35-framework-answers-a-broken-escape': async (story) => {
    const merchant = await story.merchant();
    const { text } = await merchant.get('/v1/payouts/%E0%A4%A');
    return text.startsWith('{"error":');
  },
  'blind35-live-keys-have-no-limit': async (story) => {
    const merchant = await story.merchant('live');
    await times(120, () => merchant.get('/v1/banks'));
    return told(await merchant.get('/v1/banks'));
  },
});
