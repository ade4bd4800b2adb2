import { probes, times, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind11-permission-for-the-holder': async (story) => {
    const merchant = await story.merchant();
    for (const walletId of ['1234567890', '1234567891']) await story.wallet('sandbox', walletId, 'Ngozi Eze');
    await story.approved(merchant, { walletId: '1234567890' });
    return told(await merchant.get('/v1/wallets/1234567891/balance'));
  },
  'blind11-declined-twice-is-blocked': async (story) => {
    const merchant = await story.merchant();
    await times(2, async () => story.owner(merchant, await story.linked(merchant), 'reject'));
    return told(await merchant.post('/v1/wallet-links', story.link()));
  },
});
