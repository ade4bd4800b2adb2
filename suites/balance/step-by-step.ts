import { Blocked, check, checks, expect, shared, watchBalance } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { MoneyMoves } from './support.ts';

// A merchant's balance from step to step. Each step is checked separately, so that a wrong one does not affect the others; the last check
// covers all of them together.

const HELD = 12_345;

/** A buyer tries once more to pay the first payment's checkout, whatever has become of its money meanwhile. */
const paidAgain = (what: string) =>
  ({
    id: 'balance.paid-once',
    what: `${what}, its checkout is paid again`,
    by: 0,
    act: async ({ merchant, buyer, payment }: MoneyMoves) =>
      attempt(buyer.tries(merchant, await payment(), 'succeeded')),
  }) as const;

/** An action, by how much it must change the balance (kobo), and the requirement that states this. */
const steps = [
  {
    id: 'balance.unpaid-adds-nothing',
    what: 'a checkout is created',
    by: 0,
    act: (moves) => moves.merchant.checkout({ amount: 77_777 }),
  },
  {
    id: 'balance.unpaid-adds-nothing',
    what: 'a payment fails',
    by: 0,
    act: async ({ merchant, buyer }) =>
      attempt(merchant.checkout({ amount: 88_888 }).then((each) => buyer.fails(merchant, each))),
  },
  { id: 'balance.payment-adds', what: 'a first payment', by: HELD, act: ({ pays }) => pays(HELD) },
  { id: 'balance.payment-adds', what: 'a second payment of the same amount', by: HELD, act: ({ pays }) => pays(HELD) },
  {
    id: 'balance.payment-adds',
    what: 'a payment of 1,999,999,999',
    by: 1_999_999_999,
    act: ({ pays }) => pays(1_999_999_999),
  },
  paidAgain('when a payment has been made'),
  { id: 'balance.refund-subtracts', what: 'a first refund', by: -3_001, act: ({ refunds }) => refunds(3_001) },
  {
    id: 'balance.refund-subtracts',
    what: 'a second refund of the same amount',
    by: -3_001,
    act: ({ refunds }) => refunds(3_001),
  },
  {
    id: 'balance.failed-refund-subtracts-nothing',
    what: 'a refund that fails',
    by: 0,
    act: ({ refundFails }) => refundFails(3_001),
  },
  {
    id: 'balance.failed-refund-subtracts-nothing',
    what: 'another refund that fails',
    by: 0,
    act: ({ refundFails }) => refundFails(5_003),
  },
  paidAgain('when parts of a payment are refunded'),
  {
    id: 'balance.refund-subtracts',
    what: 'a third refund, of all that is left of the payment',
    by: -6_343,
    act: ({ refunds }) => refunds(6_343),
  },
  paidAgain('when all of a payment is refunded'),
  { id: 'balance.payout-subtracts', what: 'a first payout', by: -10_007, act: ({ paysOut }) => paysOut(10_007) },
  {
    id: 'balance.failed-payout-returns',
    what: 'a payout that fails',
    by: 0,
    act: ({ payoutFails }) => payoutFails(10_007),
  },
  {
    id: 'balance.failed-payout-returns',
    what: 'another payout that fails',
    by: 0,
    act: ({ payoutFails }) => payoutFails(20_011),
  },
  {
    id: 'balance.payout-subtracts',
    what: 'a payout after two that failed',
    by: -20_011,
    act: ({ paysOut }) => paysOut(20_011),
  },
  {
    id: 'balance.refused-moves-nothing',
    what: 'refused refunds',
    by: 0,
    act: ({ refusedRefunds }) => refusedRefunds(),
  },
  {
    id: 'balance.refused-moves-nothing',
    what: 'refused payouts',
    by: 0,
    act: ({ refusedPayouts }) => refusedPayouts(),
  },
  { id: 'balance.payment-adds', what: 'a payment after all that', by: 101, act: ({ pays }) => pays(101) },
] as const satisfies readonly { id: string; what: string; by: number; act: (moves: MoneyMoves) => Promise<unknown> }[];

type Movement = Awaited<ReturnType<Awaited<ReturnType<typeof watchBalance>>['movement']>>;

/** By how much each step changed the balance, or why that is unknown; and by how much all of them did. */
const stepByStep = shared('the balance of a merchant, step by step', ['buyer', 'own-merchant'], async (context) => {
  const told = new MoneyMoves(context);
  const whole = await watchBalance(context);
  const moved: { movement?: Movement; error?: unknown }[] = [];
  for (const { act, by } of steps) {
    try {
      const balance = await watchBalance(context);
      await act(told);
      moved.push({ movement: await balance.movement(by) });
    } catch (error) {
      moved.push({ error });
    }
  }
  const due = steps.reduce((sum, { by }) => sum + by, 0);
  const all = moved.every(({ error }) => error === undefined) ? await whole.movement(due) : undefined;
  return { moved, whole, all, due };
});

checks(
  ({ id }) => id,
  steps.map((step, at) => ({ ...step, at })),
  ({ what, by }) => `step by step: ${what} ${by === 0 ? 'moves nothing' : `moves it by ${by}`}`,
  async (context, { at, by }) => {
    const { movement, error } = (await stepByStep(context)).moved[at] ?? {};
    if (movement === undefined) throw error ?? new Blocked('the step was not made');

    expect(movement).toBe(by);
  },
  { needs: ['buyer', 'own-merchant'], drawn: 6 },
);

checks(
  'balance.is-the-sum',
  [{ what: 'all these steps' }],
  ({ what }) => `after ${what} it has moved by their sum`,
  async (context) => {
    const { all, due } = await stepByStep(context);
    if (all === undefined) throw new Blocked('one of the steps could not be made');

    expect(all).toBe(due);
  },
);

check(
  'balance.is-the-sum',
  'a day later, when the unpaid checkout has expired, it is still that sum',
  async (context) => {
    const { all, whole, due } = await stepByStep(context);
    if (all === undefined) throw new Blocked('one of the steps could not be made');
    await context.time.wait(25 * 3_600, 'the balance stays as it is');

    expect(await whole.movement(due)).toBe(due);
  },
  { waits: '25h' },
);
