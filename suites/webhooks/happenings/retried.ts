import { checks, expect } from '../../../lib/interface/index.ts';
import { attemptsAfter, dueAfter, END, keptSchedules, MINUTE, SCHEDULE, timesOf } from '../retries/timing.ts';
import { whenInstead } from '../support.ts';
import { everyRow, needsOf, type Row, surelyOf, titleOf } from './histories.ts';

// Delivery rule 2 for every kind of event: what is answered with 500 comes again at each time of the schedule.

const withClock = (row: Row) => ({ ...needsOf(row), needs: [...needsOf(row).needs, 'clock' as const] });

for (const [id, due, options] of [
  ['delivery.first-retry', MINUTE, needsOf],
  ['delivery.second-retry', 5 * MINUTE, withClock],
] as const) {
  checks(
    id,
    everyRow,
    (row) => `${titleOf(row)}: one comes ${due} s after the attempt before it, or after the event`,
    async (context, row) => {
      const all = surelyOf(await row.history(context), 'failing');
      const [first] = all.value;
      if (first === undefined) return;

      expect(dueAfter(all, first, due)).toHaveCome(
        `${row.happening.kind} answered with 500: ${whenInstead(timesOf(all).value, due)}`,
      );
    },
    options,
  );
}

checks(
  'delivery.later-retries',
  everyRow,
  (row) => `${titleOf(row)}: a day of attempts`,
  async (context, row) => {
    const all = surelyOf(await row.history(context), 'failing');
    const [first] = all.value;
    if (first === undefined) return;

    expect(keptSchedules(all, first, END)).toHaveCome(
      `${row.happening.kind}: attempts at ${timesOf(all).value.join(', ')} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  withClock,
);

checks(
  'delivery.5xx-retried',
  everyRow,
  (row) => `${titleOf(row)}: after 500 it comes again`,
  async (context, row) => {
    const all = surelyOf(await row.history(context), 'failing');

    expect(attemptsAfter(all, 1)).toHaveCome(`${row.happening.kind} was answered with 500, and did not come again`);
  },
  needsOf,
);
