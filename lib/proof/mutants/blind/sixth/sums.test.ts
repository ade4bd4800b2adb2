import { probes } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind6-ended-checkouts-are-cached': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refunded = async () => (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
    const first = await refunded();
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(60);
    const second = await refunded();
    await story.advance(900);
    return [first, second, await refunded()];
  },
  'blind6-fee-overwritten-in-one-wallet': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant, { feeAmount: 5_000, feeWalletId: '0000000001' });
    const before = Number(await story.available(merchant, '0000000001'));
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return Number(await story.available(merchant, '0000000001')) - before;
  },
});
