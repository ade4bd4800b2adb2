import {
  Blocked,
  type CheckContext,
  type EventKind,
  type Exchange,
  expect,
  field,
  shared,
} from '../../../lib/interface/index.ts';
import { amountsIn } from '../../refunds/support.ts';
import type { Row } from '../alike/groups.ts';
import { expectBetween, HOUR, type Moment, moment } from '../attempts.ts';

// Eight times 21 hours apart: each day of the week is among them, and each part of a day. The sandbox settles within seconds whatever the day,
// a record has the time at which it was created, and the refunds of a payment that are spread over these days count together.

const PAID = 70_007;
/** No remainder ends with a zero, so that naira with and without kobo have the same digits. */
const amounts = [1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007, 1_008];
const refundedBy = (day: number) => amounts.slice(0, day + 1).reduce((sum, amount) => sum + amount, 0);

const needs = ['buyer', 'clock'] as const;
const waits = '150h';

/** Seconds between two of these times. */
const APART = 21 * HOUR;

interface Today {
  /** The target's time before and after all were asked for. */
  readonly times: readonly [Moment | null, Moment | null];
  readonly payout: Exchange;
  readonly failing: Exchange;
  readonly refund: Exchange;
  /** The answer to the refund. */
  readonly asked: Exchange;
  /** The answer to one kobo more than is left. */
  readonly beyond: Exchange;
}

const week = shared('refunds and payouts on each day of a week', needs, async (context) => {
  const { merchant, buyer, time } = context;
  const payment = await buyer.paid(merchant, { amount: PAID });
  const days: Today[] = [];
  for (const [day, amount] of amounts.entries()) {
    if (day > 0) await time.wait(APART, 'most of a day passes');
    const before = await moment(context, "the target's time before refunds and payouts");
    const payout = await merchant.payout({ amount: 10_001 });
    const failing = await merchant.payout({ amount: 10_001, recipient: { accountNumber: '0000000000' } });
    const asked = await merchant.createRefund({ paymentReference: payment.reference, amount });
    const refund = { kind: 'refund', reference: String(field(asked.json, 'reference')) } as const;
    const after = await moment(context, "the target's time after refunds and payouts");
    const beyond = await merchant.createRefund({
      paymentReference: payment.reference,
      amount: PAID - refundedBy(day) + 1,
    });
    days.push({
      asked,
      times: [before, after],
      payout: await merchant.becomes(payout, 'succeeded'),
      failing: await merchant.becomes(failing, 'failed'),
      refund: await merchant.becomes(refund, 'succeeded'),
      beyond,
    });
    // Then no later refund says anything.
    if (beyond.status === 201 || asked.status !== 201) break;
  }
  return { merchant, days, checkout: await merchant.get(payment) };
});

async function dayOf(context: CheckContext, day: number): Promise<Today> {
  const today = (await week(context)).days[day];
  if (today === undefined) throw new Blocked('an earlier refund was not answered as it should be');
  return today;
}

const settled = [
  { id: 'payout.succeeds', created: 'payout.created-at-true', which: 'payout', what: 'a payout', status: 'succeeded' },
  {
    id: 'payout.failing-account',
    created: 'payout.created-at-true',
    which: 'failing',
    what: 'a payout to 0000000000',
    status: 'failed',
  },
  { id: 'refund.settles', created: 'refund.created-at-true', which: 'refund', what: 'a refund', status: 'succeeded' },
] as const;

/** Checks for several chapters: see `table`. */
export const throughAWeek: readonly Row[] = amounts
  .flatMap((_, day): Row[] => {
    const title = `at time ${day + 1} of eight in a week`;
    return [
      ...settled.map(
        ({ created: id, which, what }): Row => ({
          id,
          title: `${title} ${what} has the time of its request as createdAt`,
          needs,
          waits,
          async check(context) {
            const { times, [which]: record } = await dayOf(context, day);
            expectBetween(record, 'createdAt', ...times);
          },
        }),
      ),
      {
        id: 'refund.any-time-later',
        title: `${title} a refund of what the earlier ones left is accepted`,
        needs,
        waits,
        async check(context) {
          expect((await dayOf(context, day)).asked).toHaveStatus(201);
        },
      },
      ...settled.map(
        ({ id, which, what, status }): Row => ({
          id,
          title: `${title} ${what} has ${status} within minutes`,
          needs,
          waits,
          async check(context) {
            expect((await dayOf(context, day))[which]).toHaveField('status', status);
          },
        }),
      ),
      {
        id: 'refund.exceeds-paid',
        title: `${title} one kobo more is refused than what the refunds up to then leave`,
        needs,
        waits,
        async check(context) {
          expect((await dayOf(context, day)).beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
        },
      },
      {
        id: 'refund.exceeds-paid-says-what-is-left',
        title: `${title} the message says what the refunds up to then leave`,
        needs,
        waits,
        async check(context) {
          const { beyond } = await dayOf(context, day);
          if (beyond.status !== 422) throw new Blocked(`the refund should have been refused; got ${beyond.status}`);
          expect(amountsIn(beyond), 'amounts in the message').toContain(String(PAID - refundedBy(day)));
        },
      },
    ];
  })
  .concat({
    id: 'payout.ends-once',
    title: 'of two payouts under way together, one of which fails, each tells its own end alone, whatever the day',
    needs: ['webhooks', ...needs],
    waits,
    async check(context) {
      const { merchant, days } = await week(context);
      for (const { payout, failing } of days) {
        const events = (record: Exchange, event: EventKind) =>
          merchant.webhooks.surely(event, String(field(record.json, 'reference')));
        expect(events(payout, 'payout.failed')).toBeEmpty();
        expect(events(failing, 'payout.succeeded')).toBeEmpty();
      }
    },
  })
  .concat({
    id: 'refund.adds-to-refunded-amount',
    title: 'after refunds at eight times in a week it is the sum of all',
    needs,
    waits,
    async check(context) {
      const { days, checkout } = await week(context);
      if (days.length < amounts.length || days.some(({ refund }) => field(refund.json, 'status') !== 'succeeded'))
        throw new Blocked('not each of the refunds has succeeded, and no other');
      expect(checkout).toHaveField('refundedAmount', refundedBy(amounts.length - 1));
    },
  });
