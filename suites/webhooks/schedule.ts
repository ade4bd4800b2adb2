import {
  Blocked,
  derivation,
  difference,
  differentOf,
  expect,
  type Given,
  observation,
  requirement,
  shared,
  timestamp,
} from '../../lib/harness/index.ts';
import { keepsWhereHeard } from './attempts.ts';
import { failedOnce, retried, sent } from './support.ts';
import { dueAfter, EARLY, eventOf, HOUR, keptSchedules, late, laterThan, MINUTE, timesOf } from './timing.ts';

/** A delivery that is never acknowledged. Every attempt gets a 500 at once. */
const failing = shared('a delivery that always fails', ['webhooks'], (given) => sent(given, 500));

requirement('delivery.first-retry', 'it comes after 60 s', async (given) => {
  const { first, retry, again: came } = await failedOnce(given);
  const [began, then] = [first.verification.timestamp, retry?.verification.timestamp];
  expect(came, 'a retry within 95 s').not.toBeEmpty();
  if (retry === undefined || began === null || then == null || then - began < 30) {
    throw new Blocked('the retry has no timestamp of its own');
  }
  mustBeSeconds(began);

  const waited = difference(timestamp(retry), timestamp(first));
  expect(waited, 'seconds after the first attempt').toBeGreaterThanOrEqual(MINUTE - EARLY);
  expect(waited, 'seconds after the first attempt').toBeLessThanOrEqual(MINUTE + late(given)(MINUTE));
});

for (const [id, what, after, within, waits] of [
  ['delivery.second-retry', '5 minutes', 5 * MINUTE, 7 * MINUTE, '7m'],
  ['delivery.later-retries', '30 minutes', 30 * MINUTE, 40 * MINUTE, '40m'],
  ['delivery.later-retries', '2 hours', 2 * HOUR, 3 * HOUR, '3h'],
  ['delivery.later-retries', '12 hours', 12 * HOUR, 16 * HOUR, '16h'],
] as const) {
  requirement(
    id,
    `one comes ${what} after the attempt before it, or after the event`,
    async (given) => {
      const { all, first, mustHaveListened } = await attempts(given, within);

      const times = timesOf(all).value;
      const due = dueAfter(all, first, after, late(given)(after));
      if (due.value.length === 0) mustHaveListened(0, within);
      expect(due, `attempts ${times.join(', ')} s after the first`).not.toBeEmpty();
    },
    { waits },
  );
}

requirement('delivery.one-schedule', 'the attempts of a day are those of one reading', async (given) => {
  const { all, first, listened, mustHaveListened } = await attempts(given, 25 * HOUR);
  const kept = keptSchedules(all, first, given.run.conductor.controlled);
  // An attempt that is missing may have come while nobody listened.
  if (kept.value.length === 0 && keepsWhereHeard(given, timesOf(all).value, eventOf(all, first).value, listened)) {
    mustHaveListened(0, 25 * HOUR);
  }

  const times = timesOf(all).value.join(', ');
  given.note(`attempts ${times} s after the first: ${kept.value[0] ?? 'no schedule'}`);
  expect(kept, `schedules that attempts at ${times} s keep`).not.toBeEmpty();
});

requirement('delivery.ends-after-a-day', 'in 27 hours none comes later than 24', async (given) => {
  const { all, mustHaveListened } = await attempts(given, 27 * HOUR);
  const end = 24 * HOUR + 10 * MINUTE;

  expect(laterThan(all, end), 'attempts later than that').toBeEmpty();
  mustHaveListened(end, 27 * HOUR);
});

type Entries = Awaited<ReturnType<Given['console']['deliveries']>>;

const entriesOf = derivation('console entries of', (all: Entries, reference: string) =>
  all.filter((entry) => entry.reference === reference),
);

requirement('delivery.abandoned', 'after 25 hours the console says so', async (given) => {
  const { merchant, reference } = await failing(given);
  await given.time.wait(25 * HOUR, 'the delivery is abandoned');
  const listed = entriesOf(await given.console.deliveries(merchant), reference);
  if (listed.value.length === 0) throw new Blocked(`the console does not list the event of ${reference}`);

  expect(differentOf(listed, 'state')).toEqual(['abandoned']);
});

observation(
  'delivery.schedule-reading',
  async (given) => {
    const times = timesOf((await attempts(given, 7 * MINUTE)).all).value;
    const third = times[2];
    if (third === undefined) return `no third attempt; attempts ${times.join(', ')} s after the first`;
    const reading = third < 5.5 * MINUTE ? 'offsets from the event' : 'gaps between attempts';
    return `${reading}: the third attempt came ${third} s after the first`;
  },
  { waits: '7m' },
);

/** All attempts so far, after so many seconds of waiting; and whether somebody listened, so many seconds after the first. */
async function attempts(given: Given, seconds: number) {
  const { surely, all, first, latest, at: firstAt } = await failing(given);
  await given.time.wait(seconds, 'retries come');
  const stamps = all().map(({ verification }) => verification.timestamp);
  const [began] = stamps;
  if (began == null || stamps.includes(null)) throw new Blocked('attempts came without a timestamp');
  mustBeSeconds(began);
  const seen = surely();
  // Something came, but nothing with a timestamp of its own.
  if (timesOf(seen).value.length === 1 && latest() > first.delivery.seq) await ownTimestamps(given);
  const moment = (offset: number) => firstAt + offset * 1_000;
  return {
    all: seen,
    first,
    listened: (from: number, to: number) => given.time.listened(moment(from), moment(to)),
    mustHaveListened: (from: number, to: number) =>
      given.time.mustHaveListened(moment(from), moment(to), 'attempts that came then'),
  };
}

/** A step: that the timestamp is in seconds is a requirement of its own. */
function mustBeSeconds(timestamp: number): void {
  if (timestamp > 100_000_000_000) throw new Blocked(`the timestamp ${timestamp} is not in seconds`);
}

async function ownTimestamps(given: Given): Promise<void> {
  const { first, retry } = await retried(given);
  if (first.verification.timestamp === retry.verification.timestamp) {
    throw new Blocked('attempts do not carry timestamps of their own');
  }
}
