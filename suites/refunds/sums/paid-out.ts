import { checks, expect } from '../../../lib/interface/index.ts';

// A refund is limited by the amount paid, not by the balance.

checks(
  'refund.up-to-amount-paid',
  ['all that was paid in has been paid out', 'more than was paid in has been paid out'] as const,
  (when) => `all of a payment is refunded when ${when}`,
  async ({ merchant, buyer }, when) => {
    const payment = await buyer.paid(merchant, { amount: 40_000 });
    await merchant.settles(await merchant.payout({ amount: /^more/.test(when) ? 90_000 : 40_000 }));

    expect(await merchant.createRefund({ paymentReference: payment.reference, amount: 40_000 })).toHaveStatus(201);
  },
  { needs: ['own-merchant'], drawn: 1 },
);
