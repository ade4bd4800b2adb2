import { checks, expect, watchBalance } from '../../../lib/interface/index.ts';

// "Amount returns to the available balance", "leaves the available balance at creation" (States and transitions, payout): that of the
// payout's own merchant, also where another merchant pays to the same account.

const [PAID, AMOUNT, LATER_BY] = [90_011, 30_007, 1] as const;

const ends = [
  { end: 'failed', id: 'balance.failed-payout-returns', accountNumber: '0000000000', by: 0 },
  { end: 'succeeded', id: 'balance.payout-subtracts', accountNumber: '0123456789', by: -AMOUNT },
] as const;
const places = ['before another merchant pays', 'after another merchant has paid'] as const;

checks(
  ({ id }) => id,
  ends.flatMap((row) => places.map((place) => ({ ...row, place }))),
  ({ end, by, place }) => `a payout that ${end} moves it by ${by} ${place} more to the same account`,
  async (context, { end, accountNumber, by, place }) => {
    const { merchant, other, buyer, time } = context;
    for (const one of [merchant, other]) await buyer.paid(one, { amount: PAID });
    const mine = await watchBalance(context);
    const recipient = { accountNumber };
    const pays = [
      async () => await merchant.payout({ amount: AMOUNT, recipient }),
      async () => await other.payout({ amount: 2 * AMOUNT, recipient }),
    ];
    const made = [];
    for (const pay of place === places[0] ? pays : pays.toReversed()) {
      made.push({ by: pay === pays[0] ? merchant : other, payout: await pay() });
      await time.wait(LATER_BY, 'payouts to one account follow each other');
    }
    for (const each of made) await each.by.settles(each.payout, end);

    expect(await mine.movement(by)).toBe(by);
  },
  { needs: ['other-merchant', 'buyer'], runs: 'undisturbed' },
);
