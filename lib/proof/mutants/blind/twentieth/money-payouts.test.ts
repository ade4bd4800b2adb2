import { probes } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind20-first-name-of-an-account-is-its-holders': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    const recipient = { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Ada N. Obi' };
    const second = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', second);
  },
  'blind20-large-payouts-told-by-transfer': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ amount: 1_500_000_000 }));
    await story.advance(10);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]).sort();
  },
});
