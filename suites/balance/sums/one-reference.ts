import { checks, created, expect, type RequirementId, watchBalance } from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../../support/alike/groups.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';
import { MoneyMoves } from '../support.ts';

// "Paid in, minus refunds and payouts": each counts, also where others have its reference. A ledger with one entry per reference would take
// the second for done already. Whether kinds or merchants share one set of references is not shown: where they do, the second is refused.

/** An object of this reference, created and then settled; `by`: how far it moves the balance in the end, in kobo. */
interface Entry {
  readonly by: number;
  create(moves: MoneyMoves, reference: string): Promise<() => Promise<unknown>>;
}

const refund = (by: number, reason: string, end: 'succeeded' | 'failed'): Entry => ({
  by,
  async create({ merchant, payment }, reference) {
    const { reference: paymentReference } = await payment();
    const asked = merchant.createRefund({ reference, paymentReference, amount: 1_003, reason });
    const made = created('refund', await unlessOneForAll(asked));
    return () => merchant.settles(made, end);
  },
});

const payout = (by: number, accountNumber: string, end: 'succeeded' | 'failed'): Entry => ({
  by,
  async create({ merchant }, reference) {
    const asked = merchant.createPayout({ reference, amount: 10_007, recipient: { accountNumber } });
    const made = created('payout', await unlessOneForAll(asked));
    return () => merchant.settles(made, end);
  },
});

const entries = {
  payment: {
    by: 30_011,
    async create({ merchant, buyer }, reference) {
      const asked = merchant.createCheckout({ reference, amount: 30_011 });
      await buyer.pays(merchant, created('checkout', await unlessOneForAll(asked)));
      return async () => {};
    },
  },
  refund: refund(-1_003, 'torn', 'succeeded'),
  'refund that fails': refund(0, 'sandbox_fail', 'failed'),
  payout: payout(-10_007, '2087654321', 'succeeded'),
  'payout that fails': payout(0, '0000000000', 'failed'),
} satisfies Record<string, Entry>;

type Name = keyof typeof entries;

/** Each kind before and after each other one, with each end. */
const orders: readonly (readonly Name[])[] = [
  ['payment', 'payout', 'refund'],
  ['payout', 'refund', 'payment'],
  ['refund', 'payment', 'payout'],
  ['payment', 'payout that fails', 'refund that fails'],
  ['payout that fails', 'refund that fails', 'payment'],
  ['refund that fails', 'payout'],
  ['payout that fails', 'refund'],
];

const history = balanceHistory('a history in which one reference is that of several', [
  {
    what: 'a payment',
    id: 'balance.is-the-sum',
    by: 300_007,
    act: ({ pays }) => pays(300_007),
  },
  ...orders.map(
    (order): HistoryStep => ({
      what: `a ${order.join(', a ')} of one reference`,
      id: 'balance.is-the-sum',
      by: order.reduce((sum, name) => sum + entries[name].by, 0),
      async act(moves, data) {
        const reference = data.reference('one');
        const settling = [];
        for (const name of order) settling.push(await entries[name].create(moves, reference));
        for (const settles of settling) await settles();
      },
    }),
  ),
]);

history('balance');

const stated = {
  payment: 'balance.payment-adds',
  refund: 'balance.refund-subtracts',
  payout: 'balance.payout-subtracts',
} as const satisfies Partial<Record<Name, RequirementId>>;

/** Entries whose reference another merchant's entry, or one of another kind, has already. */
const repeated: readonly { readonly name: keyof typeof stated; readonly first: Name | 'theirs' }[] = [
  { name: 'payment', first: 'theirs' },
  { name: 'refund', first: 'theirs' },
  { name: 'payout', first: 'theirs' },
  { name: 'payment', first: 'payout' },
  { name: 'refund', first: 'payment' },
  { name: 'payout', first: 'payment' },
];

checks(
  ({ name }) => stated[name],
  repeated,
  ({ name, first }) =>
    `a ${name} with the reference of ${first === 'theirs' ? "another merchant's" : `a ${first}`} moves it by its amount`,
  async (context, { name, first }) => {
    const reference = context.data.reference('one');
    const own = new MoneyMoves(context);
    const others =
      first === 'theirs' ? new MoneyMoves(Object.create(context, { merchant: { value: context.other } })) : own;
    // So that no sum is below zero: whether that is shown is not shown.
    for (const moves of new Set([others, own])) await moves.pays(100_003);
    const settles = await entries[first === 'theirs' ? name : first].create(others, reference);
    await settles();
    const balance = await watchBalance(context);
    await (await entries[name].create(own, reference))();

    expect(await balance.movement(entries[name].by)).toBe(entries[name].by);
  },
  ({ first }) => ({
    needs: ['buyer', 'own-merchant', ...(first === 'theirs' ? (['other-merchant'] as const) : [])],
    drawn: 2,
  }),
);
