import { probes, told } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind19-large-payouts-reviewed-in-sandbox-too': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ amount: 600_000_000 }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind19-account-names-of-letters-and-blanks': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: '0123456789', accountName: "Ada O'Brien" };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind19-file-has-ten-rows': async (story) => {
    const merchant = await story.merchant();
    const made: string[] = [];
    for (let count = 0; count < 12; count++) made.push(await story.made(merchant, 'payouts', story.payout()));
    await story.advance(60);
    return await Promise.all(made.map((payout) => story.status(merchant, 'payouts', payout)));
  },
  'blind19-limited-once-there-is-a-balance': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    return told(await merchant.post('/v1/payouts', story.payout()));
  },
  'blind19-limit-of-the-account-of-all': async (story) => {
    await story.paid(await story.merchant('live'), { amount: 50_000 });
    const other = await story.merchant('live');
    return told(await other.post('/v1/payouts', story.payout()));
  },
});
