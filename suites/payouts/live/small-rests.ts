import { checks, expect } from '../../../lib/interface/index.ts';
import { withBalance } from '../../environments/support.ts';

// "an amount above the available balance gives 422": what a payout leaves of it may be less than any payout, or any payment.

checks(
  'payout.created',
  [99, 1, 9_999],
  (rest) => `live: one that leaves ${rest} kobo of what is available`,
  async (context, rest) => {
    await withBalance(context, [50_000], async (_payment, available) => {
      expect(await context.live.createPayout({ amount: available - rest })).toHaveStatus(201);
    });
  },
  { needs: ['live', 'live-buyer'], drawn: 1 },
);
