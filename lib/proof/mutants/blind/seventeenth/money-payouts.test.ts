import { probes } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind17-ledger-has-one-entry-per-reference': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'payouts', story.payout({ reference }));
    await story.made(merchant, 'refunds', story.refund(reference));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind17-balance-has-a-floor-of-zero': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind17-recipient-found-by-name': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    const failing = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', failing);
  },
  'blind17-file-of-payouts-fails-as-one': async (story) => {
    const merchant = await story.merchant();
    const good = await story.made(merchant, 'payouts', story.payout());
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return await story.status(merchant, 'payouts', good);
  },
  'blind17-narration-in-the-letters-of-banks': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: 'Obi & Sons, June' }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
});
