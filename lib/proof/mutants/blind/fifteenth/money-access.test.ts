import { credentials, probes, told } from '../probe.support.ts';
import { found } from './money-access.ts';

probes(found, {
  'blind15-replays-before-keys-are-checked': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const good = credentials(merchant);
    await story.ask('sandbox', 'POST', '/v1/checkouts', good, body);
    const bad = credentials(merchant, { authorization: 'Bearer svc_test_sk_never' });
    return told(await story.ask('sandbox', 'POST', '/v1/checkouts', bad, body));
  },
  'blind15-live-gateway-takes-the-key-alone': async (story) => {
    const merchant = await story.merchant('live');
    const wrong = credentials(merchant, { 'x-merchant-id': 'mch_live_never' });
    return told(await story.ask('live', 'GET', '/v1/balance', wrong));
  },
  'blind15-credentials-cached-for-both-environments': async (story) => {
    const merchant = await story.merchant('live');
    await merchant.get('/v1/balance');
    return told(await story.ask('sandbox', 'GET', '/v1/balance', credentials(merchant)));
  },
  'blind15-account-answers-cached-for-both-environments': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    await story.wallet('sandbox', '4000000011');
    await sandbox.get('/v1/accounts/4000000011');
    return told(await live.get('/v1/accounts/4000000011'));
  },
});
