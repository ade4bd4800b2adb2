import { credentials, probes, told } from '../probe.support.ts';
import { found } from './wire-access.ts';

probes(found, {
  'blind26-merchant-id-is-asked-for-once': async (story) => {
    const merchant = await story.merchant();
    await merchant.get('/v1/balance');
    return told(await story.ask('sandbox', 'GET', '/v1/balance', credentials(merchant, { 'x-merchant-id': 'none' })));
  },
  'blind26-test-wallets-are-in-live-too': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/escrows', story.escrow({ seller: { walletId: '0000000002' } })));
  },
});
