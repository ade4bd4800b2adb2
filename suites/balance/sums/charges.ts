import { checks, expect, shared } from '../../../lib/interface/index.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';
import { paidOnPage } from '../paid-by.ts';

// "Paid in, minus refunds and payouts", in kobo. Banks and providers take charges above certain amounts, or for certain methods; the interface
// names none.

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
    moved: shared(`the balance of ${naira(amount)}, paid by ${by}`, needs, (context) =>
      paidOnPage(context, by, amount),
    ),
  })),
);

checks(
  'balance.payment-adds',
  pages,
  ({ by, amount }) => `${naira(amount)}, paid by ${by} on its page`,
  async (context, { moved, amount }) => expect((await moved(context)).paid).toBe(amount),
  { needs, drawn: 1 },
);
