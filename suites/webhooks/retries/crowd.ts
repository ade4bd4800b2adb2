import { type CheckContext, checks, expect, shared } from '../../../lib/interface/index.ts';
import { type Sent, sent, sentAll } from '../support.ts';
import { attemptsAfter, dueAfter, keptSchedules, MINUTE, SCHEDULE, timesOf } from './timing.ts';

// Each event has its own schedule, however many others wait or have failed at the same address.

/** More than a page, a pool or a circuit breaker for one address may hold. */
const MANY = 26;

/** Seconds after its first attempt for which each event is watched: four attempts. */
const WATCHED = 42 * MINUTE;

interface Crowd {
  /** Events that all fail at the same time. */
  readonly failing: readonly Sent[];
  /** An event sent after those have failed twice; it fails too. */
  readonly later: Sent;
}

const crowd = shared('many events that fail at one address', ['webhooks', 'clock', 'own-merchant'], async (context) => {
  const failing = await sentAll(context, new Array<readonly [500]>(MANY).fill([500]));
  await context.time.wait(2 * MINUTE, 'all have failed twice');
  const later = await sent(context, 500);
  await context.time.wait(WATCHED, 'retries come');
  for (const event of [...failing, later]) event.answer(200);
  return { failing, later } satisfies Crowd;
});

const rows = [
  { what: `each of ${MANY} that fail at once`, of: ({ failing }: Crowd) => failing },
  { what: `one that fails when ${MANY} have`, of: ({ later }: Crowd) => [later] },
];

checks(
  'delivery.one-schedule',
  rows,
  ({ what }) => `${what} is tried again by the schedule`,
  async (context: CheckContext, { of }) => {
    for (const event of of(await crowd(context))) {
      const all = event.surely();
      expect(keptSchedules(all, event.first, WATCHED)).toHaveCome(
        `attempts at ${timesOf(all).value.join(', ')} s after the first; the schedule is ${SCHEDULE}`,
      );
    }
  },
  { needs: ['clock', 'own-merchant'] },
);

checks(
  ({ id }) => id,
  rows.flatMap((row) => [
    { ...row, id: 'delivery.first-retry' as const, turn: 'first', minutes: 1 },
    { ...row, id: 'delivery.second-retry' as const, turn: 'second', minutes: 5 },
  ]),
  ({ what, turn, minutes }) => `${what} has its ${turn} retry after ${minutes} min`,
  async (context: CheckContext, { of, turn, minutes }) => {
    for (const event of of(await crowd(context))) {
      const all = event.surely();
      const came = attemptsAfter(all, turn === 'first' ? 1 : 2);
      expect(dueAfter(all, event.first, minutes * MINUTE)).toHaveCome(
        `the ${turn} retry was due ${minutes} min after the attempt before it, or after the event; retries came ${came.value.join(', ')} s after the first attempt`,
      );
    }
  },
  { needs: ['clock', 'own-merchant'] },
);
