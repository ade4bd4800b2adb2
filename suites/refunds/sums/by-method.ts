import { checks, expect } from '../../../lib/interface/index.ts';
import { afterRefund, options, paidBy } from '../../balance/paid-by.ts';

checks(
  'refund.adds-to-refunded-amount',
  paidBy,
  ({ by }) => `a refund of what was paid by ${by}`,
  async (context, { moved }) => {
    expect(afterRefund(await moved(context)).record).toHaveField('refundedAmount', 7_013);
  },
  options,
);

checks(
  'refund.settles',
  paidBy,
  ({ by }) => `a refund of what was paid by ${by} succeeds by itself`,
  async (context, { moved }) => {
    expect((await moved(context)).settled).toHaveField('status', 'succeeded');
  },
  options,
);
