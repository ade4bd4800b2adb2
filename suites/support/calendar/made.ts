import { type CheckContext, type Exchange, type RequirementId, shared } from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { expectBetween, type Moment, moment } from '../attempts.ts';
import { calendar, waitUntilBefore } from './calendar.ts';

// "Timestamps are ISO 8601 date-times": whatever the day or the hour, a record has the time at which it was made. One look at a moment at
// which a day, month or year ends serves all kinds, shortly before that moment and shortly after it.

const MINUTE = 60;
const needs = ['buyer', 'clock'] as const;

const sides = ['before', 'after'] as const;

interface Made {
  /** The target's time before and after everything was made. */
  readonly times: readonly [Moment | null, Moment | null];
  readonly records: Readonly<Record<'payment' | 'refund' | 'payout', Exchange>>;
}

async function madeNow(context: CheckContext): Promise<Made> {
  const { merchant, buyer } = context;
  const before = await moment(context, "the target's time before all was made");
  const payment = await buyer.paid(merchant, { amount: 40_011 });
  const payout = await merchant.payout({ amount: 10_003 });
  const refund = await merchant.refund(payment, { amount: 7_001 });
  const after = await moment(context, "the target's time after all was made");
  const records = {
    payment: await merchant.get(payment),
    payout: await merchant.becomes(payout, 'succeeded'),
    refund: await merchant.becomes(refund, 'succeeded'),
  };
  return { times: [before, after], records };
}

const fields: readonly { id: RequirementId; which: keyof Made['records']; what: string; name: string }[] = [
  { id: 'payout.created-at-true', which: 'payout', what: 'a payout', name: 'createdAt' },
  { id: 'refund.created-at-true', which: 'refund', what: 'a refund', name: 'createdAt' },
  { id: 'checkout.created-at-true', which: 'payment', what: 'a checkout', name: 'createdAt' },
  { id: 'checkout.paid-at-true', which: 'payment', what: 'a checkout', name: 'paidAt' },
];

/** Checks for several chapters: see `table`. */
export const madeOverCalendar: readonly Row[] = calendar.flatMap((at) => {
  const made = shared(`what is made around ${at.what}`, needs, async (context) => {
    await waitUntilBefore(context, at, 2 * MINUTE);
    const before = await madeNow(context);
    await context.time.wait(4 * MINUTE, `${at.what} is over`);
    return { before, after: await madeNow(context) };
  });
  return sides.flatMap((side) =>
    fields.map(
      ({ id, which, what, name }): Row => ({
        id,
        title: `${name} of ${what} shortly ${side} ${at.what} is the time then`,
        needs,
        waits: at.waits,
        async check(context) {
          const { times, records } = (await made(context))[side];

          expectBetween(records[which], name, ...times);
        },
      }),
    ),
  );
});
