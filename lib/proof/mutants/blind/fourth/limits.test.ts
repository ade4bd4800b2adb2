import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind4-no-retry-after-for-posts': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    const refused = await merchant.post('/v1/payouts', story.payout());
    return [told(refused), 'retry-after' in refused.headers];
  },
  'blind4-limited-by-the-raw-header': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    const otherwise = credentials(merchant, { authorization: `bearer ${merchant.apiKey}` });
    return told(await story.ask('sandbox', 'GET', '/v1/banks', otherwise));
  },
});
