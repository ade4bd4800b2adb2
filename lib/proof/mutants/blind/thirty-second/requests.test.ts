import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './requests.ts';

const key = { 'idempotency-key': 'the key' };

probes(found, {
  'blind32-bodies-are-compared-as-forms': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', { ...body, metadata: { size: 1 } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { size: '1' } }, key));
  },
  'blind32-lists-are-compared-in-any-order': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', { ...body, metadata: { steps: ['a', 'b'] } }, key);
    return told(await merchant.post('/v1/checkouts', { ...body, metadata: { steps: ['b', 'a'] } }, key));
  },
  'blind32-key-nought-is-none': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': '0' }));
  },
  'blind32-replays-come-before-the-merchant-id': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await merchant.post('/v1/checkouts', body, key);
    const wrong = credentials(merchant, { ...key, 'x-merchant-id': 'none' });
    return told(await story.ask('sandbox', 'POST', '/v1/checkouts', wrong, body));
  },
  'blind32-json-with-a-charset-is-refused': async (story) => {
    const merchant = await story.merchant();
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return told(await merchant.post('/v1/checkouts', story.checkout(), type));
  },
  'blind32-browsers-get-error-pages': async (story) => {
    const merchant = await story.merchant();
    const headers = { ...credentials(merchant), accept: 'text/html, application/json' };
    return told(await story.ask('sandbox', 'GET', '/v1/checkouts/unknown', headers));
  },
  'blind32-wrong-methods-are-told-by-the-router': async (story) => {
    const merchant = await story.merchant();
    return told(await story.ask('sandbox', 'PUT', '/v1/checkouts', credentials(merchant), {}));
  },
  'blind32-live-keys-are-not-limited': async (story) => {
    const merchant = await story.merchant('live');
    await times(121, () => merchant.get('/v1/banks'));
    return (await merchant.get('/v1/banks')).status;
  },
});
