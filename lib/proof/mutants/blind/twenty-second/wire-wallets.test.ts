import { probes } from '../probe.support.ts';
import { found } from './wire-wallets.ts';

probes(found, {
  'blind22-who-declined-is-hidden-from-the-merchant': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/reject`);
    return (await merchant.get('/v1/accounts/0000000001')).status;
  },
  'blind22-newer-request-cancels-across-environments': async (story) => {
    await story.wallet('live', '0000000001');
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    const link = await story.linked(sandbox);
    await story.linked(live);
    await sandbox.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return (await sandbox.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
