import {
  type CheckContext,
  checks,
  expect,
  NotExercised,
  type RequirementId,
  watchBalance,
} from '../../../lib/interface/index.ts';
import { calendar, waitUntilBefore } from '../../support/calendar/calendar.ts';

// A payment, refund or payout that begins seconds before midnight and ends after it changes the balance once: a service that sums the balance
// by day might count it on both days, or on neither.

interface Move {
  readonly id: RequirementId;
  readonly what: string;
  readonly by: number;
  /** When the move begins, in seconds before the end of the target's day: a refund settles within a few seconds, a payout in about five. */
  readonly before: number;
  /** Prepares the move before the balance is first read. */
  lead?(context: CheckContext): Promise<Begin>;
  readonly begin?: Begin;
}

/** Begins the move; the function it returns completes it, or waits until it has settled. */
type Begin = (context: CheckContext) => Promise<() => Promise<unknown>>;

const failing = { accountNumber: '0000000000' };

const refundOf =
  (reason: string, end: 'succeeded' | 'failed') =>
  async ({ merchant, buyer }: CheckContext): Promise<Begin> => {
    const payment = await buyer.paid(merchant, { amount: 9_001 });
    return async () => {
      const refund = await merchant.refund(payment, { amount: 3_001, reason });
      return () => merchant.settles(refund, end);
    };
  };

/** Covered by a payment: whether a balance may show less than nothing is not shown. */
const payoutOf =
  (fields: object, end: 'succeeded' | 'failed') =>
  async ({ merchant, buyer }: CheckContext): Promise<Begin> => {
    await buyer.paid(merchant, { amount: 20_011 });
    return async () => {
      const payout = await merchant.payout({ amount: 10_007, ...fields });
      return () => merchant.settles(payout, end);
    };
  };

const moves: readonly Move[] = [
  {
    id: 'balance.payout-subtracts',
    what: 'a payout',
    by: -10_007,
    before: 4,
    lead: payoutOf({}, 'succeeded'),
  },
  {
    id: 'balance.failed-payout-returns',
    what: 'a payout that fails',
    by: 0,
    before: 4,
    lead: payoutOf({ recipient: failing }, 'failed'),
  },
  {
    id: 'balance.refund-subtracts',
    what: 'a refund',
    by: -3_001,
    before: 2,
    lead: refundOf('torn', 'succeeded'),
  },
  {
    id: 'balance.failed-refund-subtracts-nothing',
    what: 'a refund that fails',
    by: 0,
    before: 2,
    lead: refundOf('sandbox_fail', 'failed'),
  },
  {
    id: 'balance.payment-adds',
    what: 'a checkout that is paid after it',
    by: 12_347,
    before: 2,
    async begin({ merchant, buyer, time }) {
      const checkout = await merchant.checkout({ amount: 12_347 });
      return async () => {
        await time.wait(4, 'the next day begins');
        await buyer.pays(merchant, checkout);
      };
    },
  },
];

const days = calendar.filter(({ what }) => /^midnight|end of a month/.test(what));

checks(
  ({ move }) => move.id,
  days.flatMap((day) => moves.map((move) => ({ day, move }))),
  ({ day, move }) => `${move.what} over ${day.what} moves it by ${move.by}`,
  async (context, { day, move }) => {
    const begin = (await move.lead?.(context)) ?? move.begin;
    const balance = await watchBalance(context);
    const midnight = await waitUntilBefore(context, day, move.before);
    const end = await begin?.(context);
    const begun = await context.console.now();
    await end?.();
    const ended = await context.console.now();
    if (begun === undefined || ended === undefined || begun.at >= midnight * 1_000 || ended.at < midnight * 1_000)
      throw new NotExercised('it did not begin before the end of the day and end after it');

    expect(await balance.movement(move.by)).toBe(move.by);
  },
  ({ day }) => ({ needs: ['clock', 'buyer'], waits: day.waits, runs: 'undisturbed' }),
);
