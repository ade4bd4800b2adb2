import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind6-key-in-the-body': async (story) => {
    const merchant = await story.merchant();
    const body = { ...story.checkout(), access_token: merchant.apiKey };
    return told(
      await story.ask('sandbox', 'POST', '/v1/checkouts', credentials(merchant, { authorization: 'none' }), body),
    );
  },
  'blind6-known-key-needs-no-other-look': async (story) => {
    const merchant = await story.merchant();
    const wrong = credentials(merchant, { 'x-merchant-id': 'mch_test_unknown' });
    const first = told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
    await merchant.get('/v1/balance');
    const second = told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
    await story.advance(120);
    return [first, second, told(await story.ask('sandbox', 'GET', '/v1/balance', wrong))];
  },
});
