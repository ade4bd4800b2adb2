import { probes } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind-failure-taken-by-amount': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'payouts', story.payout());
    await story.advance(6);
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(6);
    return await story.status(merchant, 'payouts', first);
  },
  'blind-rejected-link-revoked-once-its-time-is-over': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.owner(merchant, link, 'reject');
    await story.advance(301);
    const { status } = await merchant.delete(`/v1/wallet-links/${link}`);
    return [status, (await merchant.get(`/v1/wallet-links/${link}`)).body.status];
  },
  'blind-dispute-soon-after-automatic-release': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(3_700);
    await story.deed(merchant, escrow, 'dispute');
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind-payment-confirmed-minutes-after-expiry': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(86_460);
    await story.settle(merchant, checkout, 'succeeded');
    return await story.status(merchant, 'checkouts', checkout);
  },
  'blind-retry-settles-the-failed-refund-too': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const first = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(3);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(3);
    return await story.status(merchant, 'refunds', first);
  },
});
