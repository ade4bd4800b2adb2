import { probes } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind5-refunded-in-full-is-unpaid-at-expiry': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 5_000 }));
    await story.advance(25 * 3_600);
    const { status, failureReason } = await story.record(merchant, 'checkouts', checkout);
    return [status, failureReason, await story.balance(merchant)];
  },
  'blind5-dispute-pauses-the-seller': async (story) => {
    const merchant = await story.merchant();
    const disputed = await story.funded(merchant, { autoReleaseHours: 2 });
    const other = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, disputed, 'dispute');
    await story.advance(3_700);
    return [await story.status(merchant, 'escrows', disputed), await story.status(merchant, 'escrows', other)];
  },
});
