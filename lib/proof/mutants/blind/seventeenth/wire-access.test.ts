import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind17-replayed-before-authentication': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    await story.ask('sandbox', 'POST', '/v1/checkouts', credentials(merchant), checkout);
    const wrong = ['Bearer svc_test_sk_nobody', 'none'].map((authorization) =>
      credentials(merchant, { authorization }),
    );
    const answers = wrong.map((headers) => story.ask('sandbox', 'POST', '/v1/checkouts', headers, checkout));
    return (await Promise.all(answers)).map(told);
  },
  'blind17-seller-known-in-sandbox-is-enough': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('sandbox', '4455667788');
    return told(await merchant.post('/v1/escrows', story.escrow({ seller: { walletId: '4455667788' } })));
  },
  'blind17-https-anywhere-in-return-url': async (story) => {
    const merchant = await story.merchant('live');
    const returnUrl = 'http://shop.example/thanks?next=https://shop.example/';
    return [
      told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl }))),
      told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'http://shop.example/' }))),
    ];
  },
  'blind17-live-limit-of-the-plan': async (story) => {
    const merchant = await story.merchant('live');
    await times(120, () => merchant.get('/v1/balance'));
    return told(await merchant.get('/v1/balance'));
  },
  'blind17-bucket-by-authorization-header': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/balance'));
    const headers = credentials(merchant, { authorization: `bearer ${merchant.apiKey}` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', headers));
  },
  'blind17-rate-limited-key-stays-locked': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/balance'));
    const key = { 'idempotency-key': 'one' };
    const checkout = story.checkout();
    const refused = await merchant.post('/v1/checkouts', checkout, key);
    await story.advance(Number(refused.headers['retry-after']));
    return [told(refused), told(await merchant.post('/v1/checkouts', checkout, key))];
  },
});
