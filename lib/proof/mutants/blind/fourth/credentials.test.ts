import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind4-longer-keys-cut-for-reads': async (story) => {
    const merchant = await story.merchant();
    const longer = credentials(merchant, { authorization: `Bearer ${merchant.apiKey}x` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', longer));
  },
  'blind4-environment-not-told-on-delete': async (story) => {
    const live = await story.merchant('live');
    const link = await story.linked(await story.merchant());
    return told(await story.ask('sandbox', 'DELETE', `/v1/wallet-links/${link}`, credentials(live)));
  },
});
