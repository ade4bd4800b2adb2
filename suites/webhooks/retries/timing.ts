import { type DeliveryView, derivation, parseInstant, timestamp } from '../../../lib/interface/index.ts';

// "1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event" can be read as gaps between
// attempts, or as offsets from the event; each is accepted where it is kept throughout. Times are those of x-service-timestamp,
// seconds after the first attempt.

export const MINUTE = 60;
export const HOUR = 3_600;

export const SCHEDULE = '1 min, 5 min, 30 min, 2 h, then every 12 h until 24 h after the event';

/** Seconds after the event: the last attempt of the schedule, as late as one 12 hours after another may come. */
export const END = 24 * HOUR + tooLate(12 * HOUR);

/** Seconds after which nothing more is due in any reading, not even the attempt that is one too many. */
export const LONG = 40 * HOUR;

/**
 * The schedule has figures and no tolerance: a scheduler that looks every 15 seconds, or spreads its load by 5%, keeps it. The same
 * wherever time passes, advanced or real.
 */
export function tooEarly(seconds: number): number {
  return Math.max(2, seconds * 0.05);
}

export function tooLate(seconds: number): number {
  return Math.max(30, seconds * 0.1);
}

/** Seconds after its event by which a first attempt may come: nothing states a bound. */
export const LATEST_FIRST = 900;

/** When attempts came. Duplicates count as one attempt. */
export const timesOf = derivation('times of attempts', times);

/** The webhooks that are stamped so many seconds after the first attempt, or later still. */
export const laterBy = derivation(
  'webhooks stamped later by',
  (all: readonly DeliveryView[], first: DeliveryView, seconds: number) =>
    all.filter((each) => (timestamp(each).value ?? 0) - (timestamp(first).value ?? 0) >= seconds),
);

/** The attempts after so many, in seconds after the first. */
export const attemptsAfter = derivation('attempts after number', (all: readonly DeliveryView[], count: number) =>
  times(all).slice(count),
);

/** When the event was, in seconds after the first attempt. */
export const eventOf = derivation('event of attempts', happened);

/**
 * The attempts that came so many seconds after the one before, or after the event. `late`: so many seconds later at most, where the attempt
 * before may have been kept waiting: whether its gap begins with it or with its time-out is not shown.
 */
export const dueAfter = derivation(
  'attempts due after',
  (all: readonly DeliveryView[], first: DeliveryView, seconds: number, late: number = 0) => {
    const [came, event] = [times(all), happened(all, first)];
    return came.filter(
      (at, turn) => turn > 0 && [came[turn - 1], event].some((from) => isDue(at, from, seconds, late)),
    );
  },
);

/** The attempts that came more than so many seconds after the event, in seconds after the first. */
export const laterThan = derivation(
  'attempts later than',
  (all: readonly DeliveryView[], first: DeliveryView, seconds: number) => {
    const event = happened(all, first);
    return times(all).filter((at) => at - event > seconds);
  },
);

/**
 * For each reading, when the attempts after the first are due: since the attempt before, or since the event. "Until 24 hours" may end with
 * one more attempt at that time, in each of them.
 */
export const readings = {
  'gaps between attempts': [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR].map(sinceBefore),
  'offsets from the event': [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 14 * HOUR].map(sinceEvent),
  'offsets from the event, with 12 hours': [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR].map(sinceEvent),
  'gaps between attempts, then 12 hours after the event': [
    ...[MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR].map(sinceBefore),
    sinceEvent(12 * HOUR),
  ],
};

export const last = sinceEvent(24 * HOUR);

/** The readings that all attempts keep; `within`: of those attempts alone that are due so soon after the first, in seconds. */
export const keptSchedules = derivation(
  'kept schedules',
  (all: readonly DeliveryView[], first: DeliveryView, within: number) => {
    const [came, event] = [times(all), happened(all, first)];
    const [, ...retries] = came.filter((at) => at <= within + tooLate(within));
    return Object.entries(readings).flatMap(([name, dues]) => {
      const punctual = retries.every((at, turn) => {
        const due = dues[turn] ?? (turn === dues.length ? last : undefined);
        return due !== undefined && isDue(at, due.from === 'event' ? event : came[turn], due.seconds);
      });
      return retries.length >= neededOf(dues, within) && punctual ? [name] : [];
    });
  },
);

/** How many retries are surely due so soon after the first attempt. */
function neededOf(dues: readonly { from: 'event' | 'before'; seconds: number }[], within: number): number {
  let at = 0;
  return dues.filter(({ from, seconds }) => {
    at = (from === 'before' ? at : 0) + seconds + tooLate(seconds);
    return at <= within;
  }).length;
}

function stamps(all: readonly DeliveryView[]): number[] {
  return all.flatMap((each) => timestamp(each).value ?? []).sort((a, b) => a - b);
}

function times(all: readonly DeliveryView[]): number[] {
  const known = stamps(all);
  const began = known[0] ?? 0;
  return known.filter((at, turn) => turn === 0 || at - (known[turn - 1] ?? 0) > 30).map((at) => at - began);
}

/** When the event was, in seconds after the first attempt: a little earlier. */
function happened(all: readonly DeliveryView[], { json }: DeliveryView): number {
  const { occurredAt } = Object(json) as { occurredAt?: unknown };
  const at = parseInstant(String(occurredAt));
  const event = at === undefined ? 0 : at / 1_000 - (stamps(all)[0] ?? 0);
  return event < 0 && event > -LATEST_FIRST ? event : 0;
}

export function isDue(at: number, from: number | undefined, seconds: number, late = 0): boolean {
  return (
    from !== undefined &&
    at >= from + seconds - tooEarly(seconds) &&
    at <= Math.max(from, 0) + seconds + tooLate(seconds) + late
  );
}

function sinceBefore(seconds: number) {
  return { from: 'before', seconds } as const;
}

function sinceEvent(seconds: number) {
  return { from: 'event', seconds } as const;
}
