import { probes } from '../probe.support.ts';
import { found } from './wallets-and-banks.ts';

probes(found, {
  'blind35-long-integers-are-text': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1000000001', 'Ngozi Eze', 3_000_000_000);
    await story.approved(merchant, { walletId: '1000000001' });
    return typeof (await story.available(merchant, '1000000001'));
  },
  'blind35-live-check-knows-test-wallets': async (story) => {
    const merchant = await story.merchant('live');
    return (await merchant.get('/v1/accounts/0000000001')).status;
  },
  'blind35-live-list-has-codes-of-three-digits': async (story) => {
    const merchant = await story.merchant('live');
    const { banks } = (await merchant.get('/v1/banks')).body;
    return (banks as { code: unknown }[]).filter(({ code }) => code === null).length;
  },
});
