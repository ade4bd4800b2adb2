import { probes } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind6-accents-of-the-buyer-do-not-count': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'adébáyò@example.com' };
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'adebayo@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind6-payouts-cached-by-path': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = 'seller-17';
    await story.made(one, 'payouts', story.payout({ reference, amount: 30_000 }));
    await story.made(other, 'payouts', story.payout({ reference, amount: 20_000 }));
    await story.advance(10);
    await story.record(one, 'payouts', reference);
    return (await story.record(other, 'payouts', reference)).amount;
  },
});
