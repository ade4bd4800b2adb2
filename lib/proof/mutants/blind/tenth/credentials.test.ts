import { credentials, probes, told } from '../probe.support.ts';
import { found } from './credentials.ts';

probes(found, {
  'blind10-refusal-kept-under-key': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const wrong = credentials(merchant, { authorization: 'Bearer svc_test_sk_nobodys' });
    const refused = await story.ask('sandbox', 'POST', '/v1/checkouts', wrong, checkout);
    const own = await story.ask('sandbox', 'POST', '/v1/checkouts', credentials(merchant), checkout);
    return [told(refused), told(own)];
  },
  'blind10-live-reads-by-key-alone': async (story) => {
    const [merchant, other] = [await story.merchant('live'), await story.merchant('live')];
    const mixed = credentials(merchant, { 'x-merchant-id': other.id });
    return told(await story.ask('live', 'GET', '/v1/balance', mixed));
  },
});
