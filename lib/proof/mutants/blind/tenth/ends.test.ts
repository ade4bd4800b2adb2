import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './ends.ts';

probes(found, {
  'blind10-failed-refund-tried-again': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
    await story.advance(3 * DAY + 10);
    const { refundedAmount } = await story.record(merchant, 'checkouts', checkout);
    return [await story.status(merchant, 'refunds', refund), refundedAmount];
  },
  'blind10-paused-release-runs-on': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { autoReleaseHours: 10 });
    await story.advance(4 * HOUR);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(7 * HOUR);
    return [await story.status(merchant, 'escrows', escrow), await story.available(merchant, '0000000001')];
  },
});
