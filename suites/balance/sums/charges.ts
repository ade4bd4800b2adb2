import { checks, expect, field, NotExercised, shared, watchBalance } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';

// "Paid in, minus refunds and payouts", in kobo: no sentence takes a charge, a duty or a tax, as banks and providers do from some amounts on, by some
// methods, or of so much in a hundred.

/** Just above 2,500, 5,000, 10,000 and 50,000 naira, in kobo. */
const above = [250_019, 500_021, 1_000_033, 5_000_051] as const;

const naira = (amount: number) => `${Math.floor(amount / 100).toLocaleString('en')} naira and ${amount % 100} kobo`;

const history = balanceHistory('a history of amounts of which others take charges', [
  {
    what: 'a payment of 100,000 naira',
    id: 'balance.payment-adds',
    by: 10_000_000,
    act: ({ pays }) => pays(10_000_000),
  },
  ...above.flatMap((amount): HistoryStep[] => [
    { what: `a payment of ${naira(amount)}`, id: 'balance.payment-adds', by: amount, act: ({ pays }) => pays(amount) },
    {
      what: `a payout of ${naira(amount)}`,
      id: 'balance.payout-subtracts',
      by: -amount,
      act: ({ paysOut }) => paysOut(amount),
    },
    {
      what: `a payout that failed, of ${naira(amount)}`,
      id: 'balance.failed-payout-returns',
      by: 0,
      act: ({ payoutFails }) => payoutFails(amount),
    },
    {
      what: `a refund of ${naira(amount)}`,
      id: 'balance.refund-subtracts',
      by: -amount,
      act: ({ refunds }) => refunds(amount),
    },
  ]),
]);

history('balance');

const needs = ['browser', 'own-merchant'] as const;
const pages = (['transfer', 'card'] as const).flatMap((by) =>
  above.slice(2).map((amount) => ({
    by,
    amount,
    moved: shared(`the balance of ${naira(amount)}, paid by ${by}`, needs, async (context) => {
      const { merchant, buyer } = context;
      const balance = await watchBalance(context);
      const checkout = await merchant.checkout({ amount });
      await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
      const record = await merchant.confirms(checkout, 'succeeded');
      // How a bank transfer is made in sandbox is not shown.
      if (field(record.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid by ${by} here`);
      return await balance.movement(amount);
    }),
  })),
);

checks(
  'balance.payment-adds',
  pages,
  ({ by, amount }) => `${naira(amount)}, paid by ${by} on its page`,
  async (context, { moved, amount }) => expect(await moved(context)).toBe(amount),
  { needs, drawn: 1 },
);
