import { Blocked, type CheckContext, checks, expect, shared, watchBalance } from '../../lib/interface/index.ts';
import { MoneyMoves } from './support.ts';

// The balance after each step of a long mixed history, always against its beginning: what a step does only after others shows here.

const PAID = 400_009;
const FAILING = { recipient: { accountNumber: '0000000000' } };

async function thrice(act: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 3; time++) await act();
}

/** What is done, and by how much the balance has moved since the beginning. */
const steps = [
  { what: 'a payment', sum: PAID, act: ({ pays }) => pays(PAID) },
  { what: 'payouts refused again and again', sum: PAID, act: ({ refusedPayouts }) => thrice(refusedPayouts) },
  { what: 'refunds refused again and again', sum: PAID, act: ({ refusedRefunds }) => thrice(refusedRefunds) },
  {
    what: 'a payout that failed while a later one was pending',
    sum: PAID - 30_013,
    async act({ merchant }) {
      const failing = await merchant.payout({ amount: 20_011, ...FAILING });
      const good = await merchant.payout({ amount: 30_013 });
      await merchant.settles(failing, 'failed');
      await merchant.settles(good);
    },
  },
  {
    what: 'a payout that failed while an earlier one was pending',
    sum: PAID - 40_024,
    async act({ merchant }) {
      const good = await merchant.payout({ amount: 10_011 });
      const failing = await merchant.payout({ amount: 50_017, ...FAILING });
      await merchant.settles(good);
      await merchant.settles(failing, 'failed');
    },
  },
  {
    what: 'a failed payout that was asked for again under its key',
    sum: PAID - 40_024,
    async act({ merchant }, data) {
      const own = {
        amount: 15_013,
        reference: data.reference('pay'),
        recipient: { accountNumber: '0000000000', accountName: 'Ada Obi' },
      };
      const key = { idempotencyKey: data.reference('key') };
      const answer = await merchant.createPayout(own, key);
      if (answer.status !== 201) throw new Blocked('the payout should have been created');
      await merchant.becomes({ kind: 'payout', reference: own.reference }, 'failed');
      await merchant.createPayout(own, key);
    },
  },
  {
    what: 'six refunds of one amount',
    sum: PAID - 40_024 - 6 * 1_003,
    async act({ refunds }) {
      for (let count = 0; count < 6; count++) await refunds(1_003);
    },
  },
  {
    what: 'a refund that failed while another was pending',
    sum: PAID - 40_024 - 6 * 1_003 - 2_007,
    async act({ merchant, payment }) {
      const failing = await merchant.refund(await payment(), { amount: 7_001, reason: 'sandbox_fail' });
      const good = await merchant.refund(await payment(), { amount: 2_007 });
      await merchant.settles(failing, 'failed');
      await merchant.settles(good);
    },
  },
  {
    what: 'a payout after all that',
    sum: PAID - 40_024 - 6 * 1_003 - 2_007 - 10_007,
    act: ({ paysOut }) => paysOut(10_007),
  },
] as const satisfies readonly {
  what: string;
  sum: number;
  act: (moves: MoneyMoves, data: CheckContext['data']) => Promise<unknown>;
}[];

type Movement = Awaited<ReturnType<Awaited<ReturnType<typeof watchBalance>>['movement']>>;

const movements = shared('a balance through a long mixed history', ['buyer', 'own-merchant'], async (context) => {
  const told = new MoneyMoves(context);
  const balance = await watchBalance(context);
  const moved: Movement[] = [];
  for (const { act, sum } of steps) {
    await act(told, context.data);
    const movement = await balance.movement(sum);
    moved.push(movement);
    // All that follows would only repeat it.
    if (movement.value !== sum) break;
  }
  return moved;
});

checks(
  'balance.is-the-sum',
  steps.map((step, at) => ({ ...step, at })),
  ({ what }) => `in a long history, after ${what}, it has moved by the sum of all`,
  async (context, { at, sum }) => {
    const movement = (await movements(context))[at];
    if (movement === undefined) throw new Blocked('an earlier step moved the balance otherwise than it should');

    expect(movement).toBe(sum);
  },
  { drawn: 6 },
);
