import {
  Blocked,
  type Capability,
  type CheckContext,
  type Duration,
  type Exchange,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';
import { DAY, expectSame, HOUR } from '../attempts.ts';
import type { Settlement, Tied } from './tied.ts';
import { settlements } from './tied-things.ts';

// The rows of a settlement name what else happens: an event, `refundedAmount` or the balance. Nothing else of what it is tied to changes, at once or
// later, however long it is settled after the payment.

interface Moment {
  readonly what: string;
  /** Seconds between the payment and the settlement. */
  readonly after: number;
  readonly needs: readonly Capability[];
  readonly waits: Duration;
}

const moments: readonly Moment[] = [
  { what: 'right after the payment', after: 0, needs: [], waits: '26h' },
  { what: 'more than a day after the payment', after: 25 * HOUR, needs: ['clock'], waits: '52h' },
  { what: '40 days after the payment', after: 40 * DAY, needs: ['clock'], waits: '990h' },
];

const later = [
  { when: 'at once', after: 0 },
  { when: 'an hour later', after: HOUR },
  { when: 'a day later', after: 25 * HOUR },
] as const;

interface Seen {
  readonly before: Exchange;
  readonly after: readonly { readonly when: string; readonly record: Exchange }[];
}

const cells = moments.flatMap((moment) => {
  const own = settlements.filter(({ alsoLater }) => moment.after === 0 || alsoLater);
  const run = shared(
    `what settlements are tied to, ${moment.what}`,
    [...new Set([...own.flatMap(({ needs }) => needs), ...moment.needs])],
    (context) => settled(context, own, moment),
  );
  return own.map((settlement) => ({ moment, settlement, run }));
});

/** A settlement that could not be made does not keep the others from being made. */
async function settled(context: CheckContext, all: readonly Settlement[], { after, what }: Moment) {
  const { time } = context;
  const begun = new Map<Settlement, Awaited<ReturnType<Settlement['begin']>>>();
  const seen = new Map<Tied, { before: Exchange; after: { when: string; record: Exchange }[] }>();
  const errors = new Map<Settlement, Error>();
  const tries = async (settlement: Settlement, step: () => Promise<unknown>) => {
    if (errors.has(settlement)) return;
    await step().catch((error: Error) => errors.set(settlement, error));
  };
  for (const each of all) await tries(each, async () => begun.set(each, await each.begin(context)));
  if (after > 0) await time.wait(after, `it is ${what}`);
  for (const [each, { looks, settles }] of begun)
    await tries(each, async () => {
      for (const [tied, { before }] of looks) seen.set(tied, { before, after: [] });
      await settles();
    });
  let passed = 0;
  for (const { when, after: seconds } of later) {
    if (seconds > 0) await time.wait(seconds - passed, 'what a settlement is tied to stays as it is');
    passed = seconds;
    for (const { looks } of begun.values())
      for (const [tied, { now }] of looks) seen.get(tied)?.after.push({ when, record: await now() });
  }
  return { seen, errors };
}

async function seenOf(context: CheckContext, { settlement, run }: (typeof cells)[number], tied: Tied): Promise<Seen> {
  const { seen, errors } = await run(context);
  const error = errors.get(settlement);
  if (error !== undefined) throw error;
  return there(seen.get(tied), tied.what);
}

/** Checks for several chapters: see `table`. */
export const whatIsTied: readonly Row[] = cells.flatMap((cell) => {
  const { moment, settlement } = cell;
  const options = { needs: [...new Set([...settlement.needs, ...moment.needs])], waits: moment.waits };
  const title = `${settlement.what}, ${moment.what}`;
  return settlement.tied.flatMap((tied): Row[] => [
    ...tied.stays.map(
      ({ id, fields }): Row => ({
        id,
        title: `${tied.what} is as it was, at once and later: ${title}`,
        ...options,
        async check(context) {
          const { before, after } = await seenOf(context, cell, tied);
          for (const { when, record } of after) expectSame(record, before, fields, when);
        },
      }),
    ),
    ...(tied.refunded === undefined ? [] : [tied.refunded]).map(
      (due): Row => ({
        id: 'refund.adds-to-refunded-amount',
        title: `${tied.what} has the sum of what succeeded, at once and later: ${title}`,
        ...options,
        async check(context) {
          const { after } = await seenOf(context, cell, tied);
          if (after.length === 0) throw new Blocked('suite fault: it was not looked at');
          for (const { when, record } of after) {
            expect(record, when).toHaveField('refundedAmount', due);
            expect(record, when).toHaveField('status', 'succeeded');
          }
        },
      }),
    ),
  ]);
});
