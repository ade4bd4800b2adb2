import { checks, expect, shared } from '../../../lib/interface/index.ts';
import { calendar, waitUntilBefore } from '../../support/calendar/calendar.ts';
import { sent } from '../support.ts';
import { END, HOUR, keptSchedules, SCHEDULE, timesOf } from './timing.ts';

// Intervals between attempts are in elapsed hours, across the end of a day, month or year and across clock changes.

const rows = calendar.map((at) => ({
  ...at,
  failing: shared(`a delivery that fails over ${at.what}`, ['webhooks', 'clock'], async (context) => {
    await waitUntilBefore(context, at, 8 * HOUR);
    const event = await sent(context, 500);
    await context.time.wait(END, 'retries come');
    return event;
  }),
}));

checks(
  'delivery.one-schedule',
  rows,
  ({ what }) => `a day of attempts over ${what}`,
  async (context, { what, failing }) => {
    const event = await failing(context);
    const all = event.came();
    const times = timesOf(all).value.join(', ');

    expect(keptSchedules(all, event.first, END)).toHaveCome(
      `over ${what}: attempts at ${times} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  ({ waits }) => ({ needs: ['clock'], waits, drawn: 1 }),
);
