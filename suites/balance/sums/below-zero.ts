import { check, expect, field, movingLiveMoney, NotExercised, watchBalance } from '../../../lib/interface/index.ts';
import { notFailed } from '../../environments/support.ts';
import { balanceHistory } from '../history.ts';

// "Paid in, minus refunds and payouts": in sandbox the balance limits no payout, and nowhere a refund, so that the sum may be below zero for a
// while. Whether it is shown then is not shown: it is read when it is not. What comes later counts from the sum, not from zero.

const FAILING = { recipient: { accountNumber: '0000000000' } };

const history = balanceHistory('a history that begins with nothing', [
  {
    what: 'two payouts at once that failed before anything was paid',
    id: 'balance.failed-payout-returns',
    by: 0,
    async act({ merchant }) {
      const both = [await merchant.payout({ amount: 20_011, ...FAILING }), await merchant.payout(FAILING)];
      for (const payout of both) await merchant.settles(payout, 'failed');
    },
  },
  {
    what: 'a payout before anything was paid, and a payment of more',
    id: 'balance.payment-adds',
    by: 30_013 - 10_007,
    async act({ paysOut, pays }) {
      await paysOut(10_007);
      await pays(30_013);
    },
  },
  {
    what: 'a payout of more than there was, which failed',
    id: 'balance.failed-payout-returns',
    by: 0,
    act: ({ payoutFails }) => payoutFails(50_021),
  },
  {
    what: 'a refund of more than there was, which failed',
    id: 'balance.failed-refund-subtracts-nothing',
    by: 0,
    act: ({ refundFails }) => refundFails(30_013),
  },
  {
    what: 'a refund of more than there was, and a payment of more',
    id: 'balance.refund-subtracts',
    by: 40_009 - 25_003,
    async act({ refunds, pays }) {
      await refunds(25_003);
      await pays(40_009);
    },
  },
  {
    what: 'a payout of all and more, another that failed meanwhile, and a payment of more',
    id: 'balance.payout-subtracts',
    by: 60_017 - 50_021,
    async act({ merchant, paysOut, pays }) {
      const failing = await merchant.payout({ amount: 20_011, ...FAILING });
      await paysOut(50_021);
      await merchant.settles(failing, 'failed');
      await pays(60_017);
    },
  },
]);

history('balance');

check(
  'balance.is-the-sum',
  'live: a refund of more than payouts have left, and a payment of more',
  async (context) => {
    const { live, buyer } = context;
    await movingLiveMoney(context, async () => {
      const balance = await watchBalance(context, live);
      const payment = await buyer.paid(live, { amount: 50_003 });
      await balance.movement(50_003);
      const payout = await live.payout({ amount: 40_009 });
      const refund = await live.refund(payment, { amount: 20_011 });
      await buyer.paid(live, { amount: 70_001 });
      // When either settles is not shown, nor whether a refund counts before; either may fail.
      const settled = field((await live.becomes(refund, 'succeeded')).json, 'status');
      if (settled !== 'succeeded') throw new NotExercised(`the live refund is ${settled}`);
      const moved = await balance.movement(59_984);
      await notFailed(context, [payout.reference]);

      expect(moved).toBe(59_984);
    });
  },
  { needs: ['live', 'live-buyer'], runs: 'undisturbed' },
);
