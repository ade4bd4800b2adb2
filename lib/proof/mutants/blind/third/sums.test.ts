import { probes } from '../probe.support.ts';
import { found } from './sums.ts';

const FEE_WALLET = '0000000002';

probes(found, {
  'blind3-like-payment-within-a-minute-adds-nothing': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    await story.paid(merchant);
    return await story.balance(merchant);
  },
  'blind3-refunded-amount-of-one-day': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    for (const days of [1, 2]) {
      await story.made(merchant, 'refunds', story.refund(checkout, { amount: days }));
      await story.advance(90_000);
    }
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind3-fee-of-full-refund-with-amount': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: FEE_WALLET });
    const escrow = await story.funded(merchant, { feeAmount: 500, feeWalletId: FEE_WALLET });
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 50_000 });
    return await story.available(merchant, FEE_WALLET);
  },
  'blind3-message-counts-failed-refunds': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 2_000, reason: 'sandbox_fail' }));
    await story.advance(3);
    return (await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_001 }))).text;
  },
  'blind3-refund-of-old-payment-costs-nothing': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(90_000);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(3);
    return await story.balance(merchant);
  },
});
