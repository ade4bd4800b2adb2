import { probes, told } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind3-payout-told-in-floating-naira': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    for (let amount = 12_801; amount < 12_830; amount++)
      await story.made(merchant, 'payouts', story.payout({ amount }));
    await story.advance(6);
    return hook.received.map(({ body }) => body.amountMinor).sort();
  },
  'blind3-live-payout-limited-by-balance-alone': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 2_000_000_000 });
    await story.paid(merchant, { amount: 1_000_000 });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 2_000_000_001 })));
  },
  'blind3-refund-of-dispute-beyond-amount': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 50_001 }));
  },
  'blind3-numeric-currency': async (story) =>
    told(await (await story.merchant()).post('/v1/payouts', story.payout({ currency: '566' }))),
  'blind3-large-escrow-release-told-clipped': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant, { amount: 3_000_000_000 });
    await story.deed(merchant, escrow, 'buyer-release');
    await story.advance(0);
    return hook.received.map(({ body }) => body.amountMinor).sort();
  },
});
