import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind12-middle-names-are-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000001', 'Ngozi Adanna Eze');
    return (await merchant.post('/v1/wallet-links', story.link({ walletId: '4000000001' }))).body.walletName;
  },
  'blind12-accounts-of-nine-zeros-fail': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: '0000000001', accountName: 'Ada Obi' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', payout);
  },
});
