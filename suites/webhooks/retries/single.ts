import { captured, checks, differentOf, expect } from '../../../lib/interface/index.ts';
import { otherKinds, sharedIds } from '../content/fields.ts';
import { needsOf, type Row, rows, surelyOf, titleOf } from '../happenings/histories.ts';
import { attemptsAfter, END, keptSchedules, laterThan, SCHEDULE, timesOf } from './timing.ts';

// One event causes webhooks of one kind, to one address, at the times of the schedule, until one is acknowledged, and no others.

checks(
  'webhook.no-false-event',
  rows,
  (row) => `${titleOf(row)}: no event comes of what did not happen`,
  async (context, row) => {
    const { merchant, happening, failing, acknowledged } = await row.history(context);
    for (const { reference } of [failing, acknowledged]) {
      const all = captured(context.run, { path: merchant.webhooks.path, reference });

      const may = [happening.kind, ...happening.others];
      expect(otherKinds(all, may), `events for ${reference} beside ${may.join(', ')}`).toEqual([]);
    }
  },
  needsOf,
);

checks(
  'webhook.own-address-only',
  rows,
  (row) => `${titleOf(row)}: every attempt goes to its merchant alone`,
  async (context, row) => {
    const { merchant, failing, acknowledged } = await row.history(context);
    for (const { reference } of [failing, acknowledged]) {
      expect(differentOf(captured(context.run, { reference }), 'path')).toEqual([merchant.webhooks.path]);
    }
  },
  needsOf,
);

checks(
  'webhook.payload-id',
  rows,
  (row) => `${titleOf(row)}: no other event that came so far has its id`,
  async (context, row) => {
    await row.history(context);

    expect(sharedIds(captured(context.run, {})), 'ids that stand for more than one event').toEqual([]);
  },
  needsOf,
);

const needsClock = (row: Row) => ({ needs: [...needsOf(row).needs, 'clock' as const], drawn: 0.3 });

checks(
  'delivery.one-schedule',
  rows,
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
  rows,
  (row) => `${titleOf(row)}: nothing later than 24 hours`,
  async (context, row) => {
    const came = surelyOf(await row.history(context), 'failing');

    expect(laterThan(came, came.value[0], END), 'seconds after the first attempt at which more came').toEqual([]);
  },
  needsClock,
);

checks(
  'delivery.every-2xx-acknowledges',
  rows,
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
