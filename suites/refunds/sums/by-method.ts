import { checks, expect } from '../../../lib/interface/index.ts';
import { options, paidBy } from '../../balance/paid-by.ts';

checks(
  'refund.adds-to-refunded-amount',
  paidBy,
  ({ by }) => `a refund of what was paid by ${by}`,
  async (context, { moved }) => {
    expect((await moved(context)).record).toHaveField('refundedAmount', 7_013);
  },
  options,
);
