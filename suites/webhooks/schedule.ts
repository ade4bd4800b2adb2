import {
  Blocked,
  expect,
  type Given,
  observation,
  parseInstant,
  requirement,
  shared,
} from '../../lib/harness/index.ts';
import { failedOnce, retried, sent } from './support.ts';

// "1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event" can be read as gaps between
// attempts, or as offsets from the event; each is accepted where it is kept throughout. Times are those of x-service-timestamp,
// seconds after the first attempt.

const MINUTE = 60;
const HOUR = 3_600;

/** A delivery that is never acknowledged. Every attempt gets a 500 at once. */
const failing = shared('a delivery that always fails', ['webhooks'], (given) => sent(given, 500));

requirement('delivery.first-retry', 'it comes after 60 s', async (given) => {
  const { first, retry } = await failedOnce(given);
  const [began, again] = [first.verification.timestamp, retry?.verification.timestamp];
  expect(retry, 'a retry within 95 s').toBeDefined();
  if (began === null || again == null || again - began < 30) throw new Blocked('the retry has no timestamp of its own');
  mustBeSeconds(began);

  expect(isDue(given, again - began, 0, MINUTE), `${again - began} s after the first attempt`).toBe(true);
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
      const { times, event } = await attempts(given, within);
      const due = times.some(
        (at, turn) => turn > 0 && (isDue(given, at, times[turn - 1], after) || isDue(given, at, event, after)),
      );

      expect(due, `attempts came ${times.join(', ')} s after the first`).toBe(true);
    },
    { waits },
  );
}

/** For each reading, when the attempts after the first are due: since the attempt before, or since the event. */
const readings = {
  'gaps between attempts': [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR].map(sinceBefore),
  'offsets from the event': [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 14 * HOUR].map(sinceEvent),
  'offsets from the event, with 12 and 24 hours': [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 24 * HOUR].map(
    sinceEvent,
  ),
  'gaps between attempts, then 12 and 24 hours after the event': [
    ...[MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR].map(sinceBefore),
    ...[12 * HOUR, 24 * HOUR].map(sinceEvent),
  ],
};

requirement('delivery.one-schedule', 'the attempts of a day are those of one reading', async (given) => {
  const { times, event } = await attempts(given, 25 * HOUR);
  const [, ...retries] = times;
  const kept = Object.entries(readings).flatMap(([name, dues]) => {
    // Whether "until 24 hours" includes the 24th hour can be read either way.
    const needed = dues.at(-1)?.seconds === 24 * HOUR ? dues.length - 1 : dues.length;
    const punctual = retries.every((at, turn) => {
      const due = dues[turn];
      return due !== undefined && isDue(given, at, due.from === 'event' ? event : times[turn], due.seconds);
    });
    return retries.length >= needed && punctual ? [name] : [];
  });

  given.note(`attempts ${times.join(', ')} s after the first: ${kept[0] ?? 'no schedule'}`);
  expect(kept, `schedules that attempts at ${times.join(', ')} s keep`).not.toEqual([]);
});

requirement('delivery.ends-after-a-day', 'in 27 hours none comes later than 24', async (given) => {
  const { times } = await attempts(given, 27 * HOUR);

  expect(times.filter((at) => at > 24 * HOUR + 10 * MINUTE)).toEqual([]);
});

requirement('delivery.abandoned', 'after 25 hours the console says so', async (given) => {
  const { merchant, reference } = await failing(given);
  await given.time.wait(25 * HOUR, 'the delivery is abandoned');
  const listed = (await given.console.deliveries(merchant)).filter((entry) => entry.reference === reference);
  if (listed.length === 0) throw new Blocked(`the console does not list the event of ${reference}`);

  expect(listed.map(({ state }) => state)).toEqual(listed.map(() => 'abandoned'));
});

observation(
  'delivery.schedule-reading',
  async (given) => {
    const { times } = await attempts(given, 7 * MINUTE);
    const third = times[2];
    if (third === undefined) return `no third attempt; attempts ${times.join(', ')} s after the first`;
    const reading = third < 5.5 * MINUTE ? 'offsets from the event' : 'gaps between attempts';
    return `${reading}: the third attempt came ${third} s after the first`;
  },
  { waits: '7m' },
);

/** When the attempts came, after so many seconds of waiting, and when the event happened. Duplicates count as one attempt. */
async function attempts(given: Given, seconds: number): Promise<{ times: number[]; event: number }> {
  const { all, first, latest } = await failing(given);
  await given.time.wait(seconds, 'retries come');
  const stamps = all().map(({ verification }) => verification.timestamp);
  const known = stamps.filter((stamp) => stamp !== null).toSorted((a, b) => a - b);
  const began = known[0];
  if (began === undefined || known.length < stamps.length) throw new Blocked('attempts came without a timestamp');
  mustBeSeconds(began);
  const times = known.filter((at, turn) => turn === 0 || at - (known[turn - 1] ?? 0) > 30).map((at) => at - began);
  // Something came, but nothing with a timestamp of its own.
  if (times.length === 1 && latest() > first.delivery.seq) await ownTimestamps(given);
  const happened = parseInstant(String(first.payload.occurredAt));
  const event = happened === undefined ? 0 : happened / 1_000 - began;
  return { times, event: event < 0 && event > -120 ? event : 0 };
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

/** Whether an attempt came so long after `from`. An event is a little earlier than its first attempt, at 0. */
function isDue({ run }: Given, at: number, from: number | undefined, seconds: number): boolean {
  if (from === undefined) return false;
  // Where the clock is advanced it steps from due time to due time, and the schedule is kept to the second; in real time a
  // target may be busy.
  const late = run.conductor.controlled ? 5 : Math.max(30, seconds * 0.1);
  return at >= from + seconds - 2 && at <= Math.max(from, 0) + seconds + late;
}

function sinceBefore(seconds: number) {
  return { from: 'before', seconds } as const;
}

function sinceEvent(seconds: number) {
  return { from: 'event', seconds } as const;
}
