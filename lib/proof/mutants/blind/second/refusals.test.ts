import { probes, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind-refused-release-waits-for-payment': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await merchant.post(`/v1/escrows/${escrow}/release`);
    await story.deed(merchant, escrow, 'pay');
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind-refused-approval-is-told': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.linked(merchant);
    await story.advance(301);
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    await story.advance(0);
    return hook.events();
  },
  'blind-refused-live-payout-stays-reserved': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 100_000 });
    await story.made(merchant, 'payouts', story.payout());
    const refused = await merchant.post('/v1/payouts', story.payout({ amount: 200_000 }));
    return [told(refused), await story.balance(merchant)];
  },
  'blind-refused-retry-keeps-its-amount': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const failed = story.refund(checkout, { reason: 'sandbox_fail' });
    await story.made(merchant, 'refunds', failed);
    await story.advance(3);
    const again = await merchant.post('/v1/refunds', { ...failed, reason: 'once more' });
    return [told(again), told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_000 })))];
  },
  'blind-refused-cancel-puts-off-release': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(1_800);
    await merchant.post(`/v1/escrows/${escrow}/cancel`);
    await story.advance(1_900);
    return await story.status(merchant, 'escrows', escrow);
  },
});
