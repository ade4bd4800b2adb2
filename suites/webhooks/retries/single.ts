import { type CheckContext, captured, checks, expect, NotExercised } from '../../../lib/interface/index.ts';
import { addressesOf, otherKinds, sharedIds } from '../content/fields.ts';
import type { Actors } from '../happenings/acts.ts';
import {
  everyRow,
  needsOf,
  type Row,
  rows,
  rowsOf,
  surelyOf,
  titleOf,
  waitForCommon,
} from '../happenings/histories.ts';
import { PATIENCE } from './connection.ts';
import { attemptsAfter, END, HOUR, keptSchedules, laterThan, MINUTE, SCHEDULE, timesOf, tooLate } from './timing.ts';

// One event causes webhooks of one kind, to one address, at the times of the schedule, until one is acknowledged, and no others.

checks(
  'webhook.no-false-event',
  everyRow,
  (row) => `${titleOf(row)}: no event comes of what did not happen`,
  async (context, row) => {
    const { merchant, happening, failing, acknowledged } = await row.history(context);
    for (const { reference } of [failing, acknowledged]) {
      const all = captured(context, { path: merchant.webhooks.path, reference });

      const may = [happening.kind, ...happening.others];
      expect(otherKinds(all, may), `events for ${reference} beside ${may.join(', ')}`).toEqual([]);
    }
  },
  needsOf,
);

checks(
  'webhook.own-address-only',
  everyRow,
  (row) => `${titleOf(row)}: every attempt goes to its merchant alone`,
  async (context, row) => {
    const { merchant, failing, acknowledged } = await row.history(context);
    for (const { reference, link } of [failing, acknowledged]) {
      const all = captured(context, { reference });
      expect(addressesOf(all, link?.linkRef ?? null), 'addresses').toEqual([merchant.webhooks.path]);
    }
  },
  needsOf,
);

checks(
  'webhook.payload-id',
  everyRow,
  (row) => `${titleOf(row)}: no other event that came so far has its id`,
  async (context, row) => {
    // Of its merchant: the environments are fully separate, and both may use one id. Those of two merchants: `content/two-merchants.ts`.
    const { path } = (await row.history(context)).merchant.webhooks;

    expect(sharedIds(captured(context, { path })), 'ids that stand for more than one event').toEqual([]);
  },
  needsOf,
);

const needsClock = (row: Row) => ({ needs: [...needsOf(row).needs, 'clock' as const], drawn: 0.3 });

checks(
  'delivery.one-schedule',
  everyRow,
  (row) => `${titleOf(row)}: all attempts of a day`,
  async (context, row) => {
    const { happening } = row;
    const all = surelyOf(await row.history(context), 'failing');
    const [first] = all.value;
    const times = timesOf(all).value.join(', ');

    expect(keptSchedules(all, first, END)).toHaveCome(
      `${happening.kind}: attempts at ${times || 'no time'} s keep no reading of the schedule: ${SCHEDULE}`,
    );
  },
  needsClock,
);

checks(
  'delivery.ends-after-a-day',
  everyRow,
  (row) => `${titleOf(row)}: nothing later than 24 hours`,
  async (context, row) => {
    const came = surelyOf(await row.history(context), 'failing');

    expect(laterThan(came, came.value[0], END), 'seconds after the first attempt at which more came').toEqual([]);
  },
  needsClock,
);

checks(
  'delivery.every-2xx-acknowledges',
  everyRow,
  (row) => `${titleOf(row)}: acknowledged at once, it does not come again`,
  async (context, row) => {
    const once = surelyOf(await row.history(context), 'acknowledged');
    // The answer may have been lost, and then a retry is correct; so one repetition is permitted.
    const lost = attemptsAfter(once, 1).value.length > 0;
    const all = lost ? surelyOf(await row.again(context), 'acknowledged') : once;

    expect(attemptsAfter(all, 1), `attempts of ${row.happening.kind} after the first, in seconds`).toEqual([]);
  },
  needsOf,
);

// Attempts that are not answered. A time-out takes real time.

/** Seconds between attempts, where they count from the attempt before: the longest of all readings. */
const GAPS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];

const familyOf = ({ happening }: Row) => happening.kind.replace(/[.][a-z]+$/, '');

/** One happening of each resource, the first attempt of which is not answered; of the first one, all attempts of a day but the last. */
const silent = rowsOf(/./, rows)
  .filter((row, at, all) => row.happening.act && all.findIndex((other) => familyOf(other) === familyOf(row)) === at)
  .map(({ happening }, at) => ({ happening, times: at === 0 ? GAPS.length : 1, begins: at * 15 * MINUTE }));

/** Ends before all attempts were kept waiting if one does not come, or if the sender is more patient than the receiver. */
async function keptSilent(context: CheckContext, { happening, times, begins }: (typeof silent)[number]) {
  const { merchant, buyer, wallets, data, time } = context;
  const actors: Actors = { merchant, buyer, wallets, data, time, environment: 'sandbox' };
  // One after the other: the clock stands still for each time-out, and a sender may wait for two minutes. Nothing is begun before: a link is open for minutes.
  await time.wait(begins + 1, `then ${happening.what}`);
  const subject = await happening.begins(actors);
  const [event, reference] = [happening.kind, subject.reference];
  const silence = Array.from({ length: times }, () => ({ status: 500, delayMs: PATIENCE * 1_000 }));
  merchant.webhooks.answer({ event, reference }, [...silence, 500]);
  await happening.act?.(actors, subject);
  const came = () => merchant.webhooks.came(event, reference);
  let gaveUp = true;
  for (const [turn, gap] of GAPS.slice(0, times).entries()) {
    const next = () => timesOf(came()).value.length > turn + 1;
    const isOver = () => next() || came().value.at(-1)?.senderClosedAfterMs != null;
    const passes = () => waitForCommon(context, gap + tooLate(gap) + 30, 'another attempt comes');
    await passes();
    if (next()) continue;
    await merchant.webhooks.any(event, reference);
    gaveUp = (await time.until('the sender gives up', 115, () => (isOver() ? true : undefined))) === true;
    if (gaveUp && !next()) await passes();
    if (!next()) break;
  }
  merchant.webhooks.answer({ event, reference }, 200);
  return { came: came(), gaveUp };
}

checks(
  'delivery.timeout-retried',
  silent,
  ({ happening, times }) =>
    `${happening.kind}, not answered ${times === 1 ? 'once' : `${times} times`}: it comes again`,
  async (context, row) => {
    const { happening, times } = row;
    const { came, gaveUp } = await keptSilent(context, row);
    if (!gaveUp) throw new NotExercised('the sender did not give up in 2 minutes, and how long it waits is not shown');

    expect(attemptsAfter(came, times)).toHaveCome(
      `after attempts of ${happening.kind} at ${timesOf(came).value.join(', ')} s, none of which was answered, no more came`,
    );
  },
  ({ happening, times }) => ({ needs: ['clock', ...happening.sandbox], waits: times > 1 ? '17h' : '2h', drawn: 2 }),
);
