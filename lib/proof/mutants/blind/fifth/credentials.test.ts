import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind5-replayed-before-the-key-is-checked': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    await story.ask('sandbox', 'POST', '/v1/checkouts', credentials(merchant), body);
    const unknown = credentials(merchant, { authorization: 'Bearer svc_test_sk_unknown' });
    return told(await story.ask('sandbox', 'POST', '/v1/checkouts', unknown, body));
  },
});
