import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind21-wrong-environment-is-a-failed-login': async (story) => {
    const merchant = await story.merchant('live');
    const ask = () => story.ask('sandbox', 'GET', '/v1/balance', credentials(merchant));
    await times(5, ask);
    return told(await ask());
  },
  'blind21-limit-of-links-closes-the-key': async (story) => {
    const merchant = await story.merchant();
    await times(6, () => merchant.post('/v1/wallet-links', story.link()));
    return told(await merchant.get('/v1/balance'));
  },
  'blind21-json-type-wants-a-body': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    const type = { 'content-type': 'application/json' };
    return told(await merchant.post(`/v1/escrows/${escrow}/release`, undefined, type));
  },
});
