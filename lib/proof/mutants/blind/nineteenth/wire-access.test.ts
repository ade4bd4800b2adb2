import { credentials, probes, told } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind19-keys-decoded-from-base64': async (story) => {
    const merchant = await story.merchant();
    const sent = credentials(merchant, { authorization: `Bearer ${merchant.apiKey}.` });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', sent));
  },
  'blind19-merchant-id-without-its-prefix': async (story) => {
    const merchant = await story.merchant();
    const sent = credentials(merchant, { 'x-merchant-id': merchant.id.replace('mch_test_', '') });
    return told(await story.ask('sandbox', 'GET', '/v1/balance', sent));
  },
  'blind19-wrong-environment-kept-by-the-gateway': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const at = (where: 'sandbox' | 'live') =>
      story.ask(where, 'POST', '/v1/checkouts', credentials(merchant), checkout);
    return [told(await at('live')), told(await at('sandbox'))];
  },
  'blind19-decoder-reads-one-value': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', `${JSON.stringify(story.checkout())}}`));
  },
});
