import { Blocked, type CheckContext, type Exchange, expect, field, shared } from '../../lib/interface/index.ts';
import { amountsIn } from '../refunds/support.ts';
import type { Row } from './alike/groups.ts';
import { DAY } from './attempts.ts';

// Seven days in a row, so that each day of the week is among them, and a payment whose refunds are spread over them: the sandbox settles
// within seconds, and refunds of earlier days count, whatever the day.

const PAID = 70_007;
/** No remainder ends with a zero, so that naira with and without kobo have the same digits. */
const amounts = [1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007];
const refundedBy = (day: number) => amounts.slice(0, day + 1).reduce((sum, amount) => sum + amount, 0);

const needs = ['buyer', 'clock'] as const;
const waits = '150h';

interface Today {
  readonly payout: Exchange;
  readonly failing: Exchange;
  readonly refund: Exchange;
  /** The answer to one kobo more than is left. */
  readonly beyond: Exchange;
}

const week = shared('refunds and payouts on each day of a week', needs, async ({ merchant, buyer, time }) => {
  const payment = await buyer.paid(merchant, { amount: PAID });
  const days: Today[] = [];
  for (const [day, amount] of amounts.entries()) {
    if (day > 0) await time.wait(DAY, 'the next day comes');
    const payout = await merchant.payout({ amount: 10_001 });
    const failing = await merchant.payout({ amount: 10_001, recipient: { accountNumber: '0000000000' } });
    const refund = await merchant.refund(payment, { amount });
    const beyond = await merchant.createRefund({
      paymentReference: payment.reference,
      amount: PAID - refundedBy(day) + 1,
    });
    days.push({
      payout: await merchant.becomes(payout, 'succeeded'),
      failing: await merchant.becomes(failing, 'failed'),
      refund: await merchant.becomes(refund, 'succeeded'),
      beyond,
    });
    // Once more than was left has been refunded, no later refund says anything.
    if (beyond.status === 201) break;
  }
  return { days, checkout: await merchant.get(payment) };
});

async function dayOf(context: CheckContext, day: number): Promise<Today> {
  const today = (await week(context)).days[day];
  if (today === undefined) throw new Blocked('on an earlier day a refund of more than what was left was accepted');
  return today;
}

const settled = [
  { id: 'payout.succeeds', which: 'payout', what: 'a payout', status: 'succeeded' },
  { id: 'payout.failing-account', which: 'failing', what: 'a payout to 0000000000', status: 'failed' },
  { id: 'refund.settles', which: 'refund', what: 'a refund', status: 'succeeded' },
] as const;

/** Checks for several chapters: see `table`. */
export const throughAWeek: readonly Row[] = amounts
  .flatMap((_, day): Row[] => {
    const title = `on day ${day + 1} of a week`;
    return [
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
        title: `${title} one kobo more is refused than what the refunds of all its days leave`,
        needs,
        waits,
        async check(context) {
          expect((await dayOf(context, day)).beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
        },
      },
      {
        id: 'refund.exceeds-paid-says-what-is-left',
        title: `${title} the message says what the refunds of all its days leave`,
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
    id: 'refund.adds-to-refunded-amount',
    title: 'after refunds on each day of a week it is the sum of all',
    needs,
    waits,
    async check(context) {
      const { days, checkout } = await week(context);
      if (days.length < amounts.length || days.some(({ refund }) => field(refund.json, 'status') !== 'succeeded'))
        throw new Blocked('not each of the refunds has succeeded, and no other');
      expect(checkout).toHaveField('refundedAmount', refundedBy(amounts.length - 1));
    },
  });
