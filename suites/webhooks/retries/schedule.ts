import {
  Blocked,
  type CheckContext,
  check,
  derivation,
  differentOf,
  expect,
  observation,
  shared,
} from '../../../lib/interface/index.ts';
import { failedOnce, retried, sent, whenInstead } from '../support.ts';
import { keepsWhereHeard } from './attempts.ts';
import {
  dueAfter,
  END,
  eventOf,
  HOUR,
  keptSchedules,
  LONG,
  laterThan,
  MINUTE,
  REPEATED,
  SCHEDULE,
  timesOf,
} from './timing.ts';

/** A delivery that is never acknowledged: every attempt is answered with 500 at once. */
const failing = shared('a delivery that always fails', ['webhooks'], (context) => sent(context, 500));

check('delivery.first-retry', 'it comes 60 s after the first attempt, or after the event', async (context) => {
  const { first, retry, again, came, when } = await failedOnce(context);
  const [began, then] = [first.verification.timestamp, retry?.verification.timestamp];
  expect(again).toHaveCome(when(MINUTE));
  if (began === null || then == null || then - began <= REPEATED) {
    throw new Blocked('the retry has no timestamp of its own');
  }
  mustBeSeconds(began);

  expect(dueAfter(came(), first, MINUTE)).toHaveCome(when(MINUTE));
});

for (const [id, what, after, within, waits] of [
  ['delivery.second-retry', '5 minutes', 5 * MINUTE, 7 * MINUTE, '7m'],
  ['delivery.later-retries', '30 minutes', 30 * MINUTE, 42 * MINUTE, '42m'],
  ['delivery.later-retries', '2 hours', 2 * HOUR, 3 * HOUR, '3h'],
  ['delivery.later-retries', '12 hours', 12 * HOUR, 16.5 * HOUR, '17h'],
] as const) {
  check(
    id,
    `one comes ${what} after the attempt before it, or after the event`,
    async (context) => {
      const { all, first, when, mustHaveListened } = await attempts(context, within);

      const due = dueAfter(all, first, after);
      if (due.value.length === 0) mustHaveListened(0, within);
      expect(due).toHaveCome(when(after));
    },
    { waits },
  );
}

check('delivery.one-schedule', 'the attempts of a day are those of one reading', async (context) => {
  const { all, first, listened, mustHaveListened } = await attempts(context, END);
  const kept = keptSchedules(all, first, END);
  const times = timesOf(all).value;
  // A missing attempt may have come while no harness was listening.
  if (kept.value.length === 0 && keepsWhereHeard(times, eventOf(all, first).value, listened)) mustHaveListened(0, END);

  context.note(`attempts at ${times.join(', ')} s after the first: ${kept.value[0] ?? 'no schedule'}`);
  expect(kept).toHaveCome(`attempts at ${times.join(', ')} s keep no reading of the schedule: ${SCHEDULE}`);
});

check('delivery.ends-after-a-day', 'in 40 hours none comes later than 24', async (context) => {
  const { all, first, mustHaveListened } = await attempts(context, LONG);

  expect(laterThan(all, first, END), 'seconds after the first attempt at which more came').toEqual([]);
  mustHaveListened(END, LONG);
});

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

const entriesOf = derivation('console entries of', (all: Entries, reference: string) =>
  all.filter((entry) => entry.reference === reference),
);

// It may be marked after its last attempt, at 24 hours, or when the next attempt would be due: 36 hours after the event, plus tolerance.
check('delivery.abandoned', 'after 40 hours the console says so', async (context) => {
  const { merchant, reference } = await failing(context);
  await context.time.wait(LONG, 'the delivery is abandoned');
  const listed = entriesOf(await context.console.deliveries(merchant), reference);
  if (listed.value.length === 0) throw new Blocked(`the console does not list the event of ${reference}`);

  expect(differentOf(listed, 'state')).toEqual(['abandoned']);
});

observation(
  'delivery.schedule-reading',
  async (context) => {
    const times = timesOf((await attempts(context, 7 * MINUTE)).all).value;
    const third = times[2];
    if (third === undefined) return `no third attempt; attempts ${times.join(', ')} s after the first`;
    const reading = third < 5.5 * MINUTE ? 'offsets from the event' : 'gaps between attempts';
    return `${reading}: the third attempt came ${third} s after the first`;
  },
  { waits: '7m' },
);

/**
 * All attempts after waiting this many seconds, and functions that tell whether the capture server was listening at given times (seconds
 * after the first).
 */
async function attempts(context: CheckContext, seconds: number) {
  const { surely, all, first, latest, at: firstAt } = await failing(context);
  await context.time.wait(seconds, 'retries come');
  const stamps = all().map(({ verification }) => verification.timestamp);
  const [began] = stamps;
  if (began == null || stamps.includes(null)) throw new Blocked('attempts came without a timestamp');
  mustBeSeconds(began);
  const seen = surely();
  // Webhooks came, but none with a timestamp of its own.
  if (timesOf(seen).value.length === 1 && latest() > first.delivery.seq) await ownTimestamps(context);
  const moment = (offset: number) => firstAt + offset * 1_000;
  return {
    all: seen,
    first,
    when: (due: number) => whenInstead(timesOf(seen).value, due),
    listened: (from: number, to: number) => context.time.listened(moment(from), moment(to)),
    mustHaveListened: (from: number, to: number) =>
      context.time.mustHaveListened(moment(from), moment(to), 'attempts that came then'),
  };
}

/** A step: whether the timestamp is in seconds is another requirement. */
function mustBeSeconds(timestamp: number): void {
  if (timestamp > 100_000_000_000) throw new Blocked(`the timestamp ${timestamp} is not in seconds`);
}

async function ownTimestamps(context: CheckContext): Promise<void> {
  const { first, retry } = await retried(context);
  if (first.verification.timestamp === retry.verification.timestamp) {
    throw new Blocked('attempts do not carry timestamps of their own');
  }
}
