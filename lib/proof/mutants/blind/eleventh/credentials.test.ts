import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind11-kept-balance-needs-no-key': async (story) => {
    const merchant = await story.merchant();
    await story.balance(merchant);
    const wrong = credentials(merchant, { authorization: 'Bearer svc_test_sk_unknown' });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
  },
  'blind11-key-column-of-32': async (story) => {
    const merchant = await story.merchant();
    const wrong = credentials(merchant, { authorization: `Bearer ${merchant.apiKey.slice(0, -4)}-_-_` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
  },
});
