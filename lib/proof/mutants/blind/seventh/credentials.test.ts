import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind7-own-merchant-id-with-the-other-key': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const mixed = credentials(live, { authorization: `Bearer ${sandbox.apiKey}` });
    return told(await story.ask('live', 'GET', '/v1/balance', mixed));
  },
  'blind7-webhook-secret-is-a-key': async (story) => {
    const merchant = await story.merchant();
    const wrong = credentials(merchant, { authorization: `Bearer ${merchant.secret}` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', wrong));
  },
});
