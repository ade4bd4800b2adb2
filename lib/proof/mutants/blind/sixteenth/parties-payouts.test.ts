import { probes, told } from '../probe.support.ts';
import { found } from './parties-payouts.ts';

probes(found, {
  'blind16-payout-breaker-opens-for-the-bank': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    const other = await story.made(merchant, 'payouts', story.payout());
    await story.advance(20);
    return await story.status(merchant, 'payouts', other);
  },
  'blind16-payout-reversal-keyed-by-account-and-amount': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    const seen = [];
    for (let count = 0; count < 2; count += 1) {
      await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
      await story.advance(20);
      seen.push(await story.balance(merchant));
    }
    return seen;
  },
  'blind16-payout-checked-against-the-balance-last-read': async (story) => {
    const merchant = await story.merchant('live');
    await story.balance(merchant);
    await story.paid(merchant, { amount: 50_000 });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 20_000 })));
  },
  'blind16-bank-list-of-live-as-the-switch-gives-it': async (story) => {
    const merchant = await story.merchant('live');
    const banks = (await merchant.get('/v1/banks')).body.banks as { code?: string }[];
    return banks.map(({ code }) => typeof code);
  },
  'blind16-account-short-names-stay-whole': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000001', 'Ada Obi');
    return (await merchant.get('/v1/accounts/4000000001')).text.includes('Ada Obi');
  },
  'blind16-account-unknown-is-remembered': async (story) => {
    const merchant = await story.merchant('live');
    await merchant.get('/v1/accounts/4000000002');
    await story.wallet('live', '4000000002');
    return (await merchant.get('/v1/accounts/4000000002')).status;
  },
});
