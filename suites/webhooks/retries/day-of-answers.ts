import { type Answer, checks, expect } from '../../../lib/interface/index.ts';
import { each, sentAll, whenInstead } from '../support.ts';
import type { Rule } from './answers.ts';
import { dueAfter, END, keptSchedules, LONG, laterThan, MINUTE, SCHEDULE, timesOf } from './timing.ts';

// The attempts of a whole day: each class of answers at every attempt, and the same answer every time.

/** One answer of each class; each row gives every attempt of a day another one, so that each class comes at each attempt. */
const kinds: readonly Answer[] = [
  { status: 503, headers: { 'retry-after': '600' } },
  'cut',
  410,
  302,
  { status: 429, headers: { 'retry-after': '5' } },
  404,
  500,
];

export interface InTurn {
  /** The rules that the row is a case of. */
  readonly ids: readonly (Rule | 'delivery.later-retries')[];
  readonly what: string;
  readonly answers: readonly Answer[];
}

/** Seconds that a sender may wait for an answer: no bound is stated. */
const LONGEST_TIMEOUT = 150;

/** Whether a gap begins with an attempt's start or with its time-out is not shown. */
const lateOf = ({ answers }: InTurn) => (answers.includes('hang') ? LONGEST_TIMEOUT : 0);

const mixed = ['delivery.mixed-failures', 'delivery.later-retries'] as const;

/** The same answer at every attempt of a day. */
const always = (rule: Rule, ...answers: readonly Answer[]) =>
  answers.map(
    (answer): InTurn => ({
      ids: [rule, 'delivery.later-retries'],
      what: `always ${wordsOf(answer)}`,
      answers: [answer],
    }),
  );

/** A time-out takes real time, so only two rows have one, each before further attempts. */
export const inTurn: readonly InTurn[] = [
  ...always('delivery.4xx-retried', 401, 400, 403, 404, 408, 409, 410, 422, 429, 451, 499),
  ...always('delivery.5xx-retried', 500, 501, 502, 503, 504, 599),
  ...always('delivery.3xx-retried', 301, 302, 303, 304, 307, 308),
  ...always('delivery.connection-failure-retried', 'cut'),
  { ids: mixed, what: 'a retry that times out', answers: [500, 'hang', 404, 500] },
  { ids: mixed, what: 'a later retry that times out, after a redirect', answers: [503, 302, 'hang', 'cut', 429] },
  ...kinds.map((first, turn) => ({
    ids: mixed,
    what: `${wordsOf(first)}, and then each other kind of answer`,
    answers: [...kinds.slice(turn), ...kinds.slice(0, turn)],
  })),
];

function wordsOf(answer: Answer): string {
  return typeof answer === 'object' ? `${answer.status} with Retry-After` : String(answer);
}

export const failedInTurn = each(
  'deliveries answered each time otherwise',
  ['webhooks', 'clock'],
  inTurn,
  async (context, chosen: InTurn[]) => {
    const events = await sentAll(
      context,
      chosen.map(({ answers }) => answers),
    );
    await context.time.wait(END, 'retries come');
    return events;
  },
);

checks(
  ({ id }) => id,
  inTurn.flatMap((row) => row.ids.map((id) => ({ id, what: row.what, row }))),
  ({ what }) => `a day of attempts: ${what}`,
  async (context, { row }) => {
    const event = await failedInTurn(context, row);
    const all = event.came();
    const times = timesOf(all).value.join(', ');

    expect(keptSchedules(all, event.first, END, lateOf(row))).toHaveCome(
      `after ${row.what}: attempts at ${times} s after the first; the schedule is ${SCHEDULE}`,
    );
  },
  { needs: ['clock'], waits: '25h' },
);

// The first two retries come at their times however the attempt before failed.
for (const [id, due] of [
  ['delivery.second-retry', 5 * MINUTE],
  ['delivery.first-retry', MINUTE],
] as const) {
  checks(
    id,
    inTurn,
    ({ what }) => `a day of attempts: ${what}: one comes ${due} s after the attempt before it, or after the event`,
    async (context, row) => {
      const event = await failedInTurn(context, row);
      const all = event.came();

      expect(dueAfter(all, event.first, due, lateOf(row))).toHaveCome(
        `after ${row.what}: ${whenInstead(timesOf(all).value, due)}`,
      );
    },
    { needs: ['clock'], waits: '25h', drawn: 1 },
  );
}

// Nor does the end depend on how the attempts failed, the last one included.
checks(
  'delivery.ends-after-a-day',
  inTurn,
  ({ what }) => `attempts of which none was acknowledged, ${what}: nothing later than 24 hours`,
  async (context, row) => {
    const event = await failedInTurn(context, row);
    await context.time.past(event.at + LONG * 1_000, 'more than a day passes');

    expect(laterThan(event.surely(), event.first, END), 'seconds after the first attempt at which more came').toEqual(
      [],
    );
  },
  { needs: ['clock'], drawn: 1 },
);
