import { card, credentials, probes, times, told } from '../probe.support.ts';
import { found } from './access.ts';

probes(found, {
  'blind24-fingerprint-knows-the-outer-names-only': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const key = { 'idempotency-key': 'one key' };
    await merchant.post('/v1/checkouts', body, key);
    return told(await merchant.post('/v1/checkouts', { ...body, customer: { email: 'obi@example.com' } }, key));
  },
  'blind24-good-key-is-cached-without-its-merchant': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    await story.balance(merchant);
    const headers = credentials(merchant, { 'x-merchant-id': other.id });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', headers));
  },
  'blind24-each-request-renews-the-minute': async (story) => {
    const merchant = await story.merchant();
    await times(60, async () => {
      await times(2, () => story.balance(merchant));
      await story.advance(2);
    });
    return told(await merchant.get('/v1/balance'));
  },
  'blind24-no-card-is-valid-for-so-long': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, expiry: '12/49' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
});
