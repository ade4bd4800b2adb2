import {
  type CheckContext,
  type Exchange,
  expect,
  of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { expectBetween, HOUR, type Moment, moment } from '../attempts.ts';
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

interface Field {
  /** That it is true, and that it is a date-time. */
  readonly id: RequirementId;
  readonly form: RequirementId;
  readonly which: keyof Made['records'];
  readonly what: string;
  readonly name: 'createdAt' | 'paidAt';
}

const createdAt = (kind: 'payout' | 'refund' | 'checkout', which: Field['which']): Field => ({
  id: `${kind}.created-at-true`,
  form: `${kind}.record-created-at`,
  which,
  what: `a ${kind}`,
  name: 'createdAt',
});

const fields: readonly Field[] = [
  createdAt('payout', 'payout'),
  createdAt('refund', 'refund'),
  createdAt('checkout', 'payment'),
  {
    id: 'checkout.paid-at-true',
    form: 'checkout.paid-at-set',
    which: 'payment',
    what: 'a checkout',
    name: 'paidAt',
  },
];

/** What is begun seconds before such a moment and ends after it. */
async function acrossNow(context: CheckContext, at: (typeof calendar)[number]) {
  const { merchant, buyer, time } = context;
  const earlier = await buyer.paid(merchant, { amount: 40_011 });
  await waitUntilBefore(context, at, 6 * HOUR);
  const unpaid = await merchant.checkout({ amount: 40_013 });
  await time.wait(6 * HOUR - 2, `${at.what} comes`);
  const failing = { recipient: { accountNumber: '0000000000' } };
  const begun = {
    payout: await merchant.payout({ amount: 10_003 }),
    failing: await merchant.payout({ amount: 10_007, ...failing }),
    refund: await merchant.refund(earlier, { amount: 7_001 }),
  };
  const late = await merchant.checkout({ amount: 40_017 });
  await time.wait(MINUTE, `${at.what} is over`);
  const before = await moment(context, "the target's time before the payments");
  await buyer.tries(merchant, unpaid, 'succeeded');
  await buyer.tries(merchant, late, 'succeeded');
  const paid = [await merchant.confirms(unpaid, 'succeeded'), await merchant.confirms(late, 'succeeded')];
  const after = await moment(context, "the target's time after the payments");
  return {
    times: [before, after] as const,
    paid,
    payout: await merchant.becomes(begun.payout, 'succeeded'),
    failing: await merchant.becomes(begun.failing, 'failed'),
    refund: await merchant.becomes(begun.refund, 'succeeded'),
  };
}

const settles = [
  { id: 'payout.succeeds', which: 'payout', what: 'a payout', status: 'succeeded' },
  { id: 'payout.failing-account', which: 'failing', what: 'a payout to the account that fails', status: 'failed' },
  { id: 'refund.settles', which: 'refund', what: 'a refund', status: 'succeeded' },
] as const;

/** Checks for several chapters: see `table`. */
export const acrossCalendar: readonly Row[] = calendar.flatMap((at): Row[] => {
  const run = shared(`what is begun before ${at.what} and ends after it`, needs, (context) => acrossNow(context, at));
  return [
    ...settles.map(
      ({ id, which, what, status }): Row => ({
        id,
        title: `${what}, asked for two seconds before ${at.what}, has ${status}`,
        needs,
        waits: at.waits,
        async check(context) {
          expect((await run(context))[which]).toHaveField('status', status);
        },
      }),
    ),
    {
      id: 'checkout.paid-at-true',
      title: `paidAt of a checkout that was made before ${at.what} and paid after it is the time of its payment`,
      needs,
      waits: at.waits,
      async check(context) {
        const { paid, times } = await run(context);
        for (const record of paid) expectBetween(record, 'paidAt', ...times);
      },
    },
  ];
});

/** Checks for several chapters: see `table`. */
export const madeOverCalendar: readonly Row[] = calendar.flatMap((at) => {
  const made = shared(`what is made around ${at.what}`, needs, async (context) => {
    await waitUntilBefore(context, at, 2 * MINUTE);
    const before = await madeNow(context);
    await context.time.wait(4 * MINUTE, `${at.what} is over`);
    return { before, after: await madeNow(context) };
  });
  return sides.flatMap((side) =>
    fields.flatMap(({ id, form, which, what, name }): Row[] => [
      {
        id,
        title: `${name} of ${what} shortly ${side} ${at.what} is the time then`,
        needs,
        waits: at.waits,
        async check(context) {
          const { times, records } = (await made(context))[side];

          expectBetween(records[which], name, ...times);
        },
      },
      {
        id: form,
        title: `${name} of ${what} shortly ${side} ${at.what} is a date-time`,
        needs,
        waits: at.waits,
        async check(context) {
          expect(of((await made(context))[side].records[which], name)).toBeDateTime();
        },
      },
    ]),
  );
});
