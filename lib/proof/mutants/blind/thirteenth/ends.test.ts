import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './ends.ts';

probes(found, {
  'blind13-expiries-listed-ahead': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(DAY - 300);
    await story.deed(merchant, escrow, 'pay');
    await story.advance(HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind13-expiry-by-reference': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(DAY / 2);
    await story.made(merchant, 'checkouts', story.checkout({ reference }));
    await story.advance(DAY / 2 + 60);
    return await story.status(merchant, 'checkouts', reference);
  },
  'blind13-settlement-jobs-named-by-reference': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const reference = await story.made(merchant, 'refunds', story.refund(checkout));
    await story.made(merchant, 'payouts', story.payout({ reference }));
    await story.advance(60);
    return [await story.status(merchant, 'refunds', reference), await story.status(merchant, 'payouts', reference)];
  },
  'blind13-linked-wallets-passed-over': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const newer = await story.linked(merchant, { expiresInMinutes: 5 });
    await story.advance(360);
    return (await merchant.get(`/v1/wallet-links/${newer}`)).body.status;
  },
});
