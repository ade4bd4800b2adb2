import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind12-accounts-of-nine-zeros-fail': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: '0000000001', accountName: 'Ada Obi' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', payout);
  },
});
