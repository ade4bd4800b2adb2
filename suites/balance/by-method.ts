import { checks, expect } from '../../lib/interface/index.ts';
import { afterRefund, options, paidBy } from './paid-by.ts';

checks(
  'balance.payment-adds',
  paidBy,
  ({ by }) => `a payment by ${by} on its page`,
  async (context, { moved, amount }) => {
    expect((await moved(context)).paid).toBe(amount);
  },
  options,
);

checks(
  'balance.refund-subtracts',
  paidBy,
  ({ by }) => `a refund of what was paid by ${by}`,
  async (context, { moved, amount }) => {
    expect(afterRefund(await moved(context)).refunded).toBe(amount - 7_013);
  },
  options,
);
