import { type CheckContext, checks, expect, type RequirementId, watchBalance } from '../../lib/interface/index.ts';

// The balance is what it is, however often and whenever it was read before: each time here while the movement is still on its way.

interface Row {
  readonly id: RequirementId;
  readonly what: string;
  readonly moves: number;
  run(context: CheckContext, reads: () => Promise<unknown>): Promise<unknown>;
}

const payout = (accountNumber: string) => ({ amount: 10_007, recipient: { accountNumber } });
const settles = {
  async payout({ merchant }: CheckContext, reads: () => Promise<unknown>, end: 'succeeded' | 'failed') {
    const made = await merchant.payout(payout(end === 'failed' ? '0000000000' : '2087654321'));
    await reads();
    await merchant.settles(made, end);
  },
  async refund({ merchant, buyer }: CheckContext, reads: () => Promise<unknown>, end: 'succeeded' | 'failed') {
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const reason = end === 'failed' ? 'sandbox_fail' : 'torn';
    const made = await merchant.refund(payment, { amount: 3_001, reason });
    await reads();
    await merchant.settles(made, end);
  },
};

const rows: readonly Row[] = [
  {
    id: 'balance.failed-payout-returns',
    what: 'a payout of 10,007 that fails',
    moves: 0,
    run: (context, reads) => settles.payout(context, reads, 'failed'),
  },
  {
    id: 'balance.payout-subtracts',
    what: 'a payout of 10,007',
    moves: -10_007,
    run: (context, reads) => settles.payout(context, reads, 'succeeded'),
  },
  {
    id: 'balance.failed-refund-subtracts-nothing',
    what: 'a payment of 20,000 and a refund of 3,001 that fails',
    moves: 20_000,
    run: (context, reads) => settles.refund(context, reads, 'failed'),
  },
  {
    id: 'balance.refund-subtracts',
    what: 'a payment of 20,000 and a refund of 3,001',
    moves: 16_999,
    run: (context, reads) => settles.refund(context, reads, 'succeeded'),
  },
  {
    id: 'balance.payment-adds',
    what: 'a payment of 12,345',
    moves: 12_345,
    async run({ merchant, buyer }, reads) {
      const checkout = await merchant.checkout({ amount: 12_345 });
      await reads();
      await buyer.pays(merchant, checkout);
    },
  },
];

checks(
  ({ id }) => id,
  rows,
  ({ what, moves }) => `${what}, read on the way, moves the balance by ${moves}`,
  async (context, { moves, run }) => {
    // Covers what goes out: whether a balance may show less than nothing is not shown.
    await context.buyer.paid(context.merchant, { amount: 30_011 });
    const balance = await watchBalance(context);
    await run(context, async () => {
      for (let turn = 0; turn < 2; turn++) await context.merchant.api.getBalance();
    });

    expect(await balance.movement(moves)).toBe(moves);
  },
  { needs: ['buyer'], runs: 'undisturbed', drawn: 1.5 },
);
