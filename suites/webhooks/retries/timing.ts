import { type DeliveryView, derivation, parseInstant, timestamp } from '../../../lib/interface/index.ts';

// "1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event" can be read as gaps between attempts or as
// offsets from the event; each is accepted if kept throughout. Times are those of x-service-timestamp, in seconds after the first attempt.

export const MINUTE = 60;
export const HOUR = 3_600;

export const SCHEDULE = '1 min, 5 min, 30 min, 2 h, then every 12 h until 24 h after the event';

/** Seconds after the event: the latest time of the schedule's last attempt, including tolerance. */
export const END = 24 * HOUR + tooLate(12 * HOUR);

/** Seconds after which no attempt is due in any reading, nor one beyond the end. */
export const LONG = 40 * HOUR;

/**
 * The schedule states times without a tolerance: a scheduler that polls every 15 seconds, or spreads its load by 5%, is accepted. The same
 * in advanced and in real time.
 */
export function tooEarly(seconds: number): number {
  return Math.max(2, seconds * 0.05);
}

export function tooLate(seconds: number): number {
  return Math.max(30, seconds * 0.1);
}

/** Seconds after its event by which a first attempt may come: no bound is stated. */
export const LATEST_FIRST = 900;

/** When attempts came, in seconds after the first. Duplicates count as one attempt. */
export const timesOf = derivation('times of attempts', times);

/** The webhooks with a timestamp at least `seconds` after that of the first attempt. */
export const laterBy = derivation(
  'webhooks stamped later by',
  (all: readonly DeliveryView[], first: DeliveryView, seconds: number) =>
    all.filter((each) => (timestamp(each).value ?? 0) - (timestamp(first).value ?? 0) >= seconds),
);

/** The attempts after the first `count`, in seconds after the first. */
export const attemptsAfter = derivation('attempts after number', (all: readonly DeliveryView[], count: number) =>
  times(all).slice(count),
);

/** Time of the event, in seconds relative to the first attempt. */
export const eventOf = derivation('event of attempts', happened);

/**
 * The attempts that came `seconds` after the one before, or after the event. `late`: up to this many seconds later, if the attempt before
 * may have been kept waiting: whether its gap begins with its start or with its time-out is not shown.
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

/** The attempts that came more than `seconds` after the event, in seconds after the first. */
export const laterThan = derivation(
  'attempts later than',
  (all: readonly DeliveryView[], first: DeliveryView, seconds: number) => {
    const event = happened(all, first);
    return times(all).filter((at) => at - event > seconds);
  },
);

/**
 * For each reading, when the attempts after the first are due: after the previous attempt, or after the event. In each reading one more
 * attempt at 24 hours is permitted ("until 24 hours").
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

/**
 * Seconds after the event: the latest time of the first retry of a delivery that was sent again `age` seconds after it, in each reading that
 * counts from the event, tolerance included. An attempt within 30 seconds of that delivery would count as its duplicate.
 */
export function nextAfterEvent(age: number): number {
  const latest = Object.values(readings).flatMap((dues) => {
    const next = dues.find(({ from, seconds }) => from === 'event' && seconds > age + 30);
    return next === undefined ? [] : [next.seconds + tooLate(next.seconds)];
  });
  return Math.max(...latest);
}

/** The readings that all attempts fit; `within`: only attempts due within this many seconds after the first are considered. `late`: see `dueAfter`. */
export const keptSchedules = derivation(
  'kept schedules',
  (all: readonly DeliveryView[], first: DeliveryView, within: number, late: number = 0) => {
    const [came, event] = [times(all), happened(all, first)];
    const [, ...retries] = came.filter((at) => at <= within + tooLate(within));
    return Object.entries(readings).flatMap(([name, dues]) => {
      const punctual = retries.every((at, turn) => {
        const due = dues[turn] ?? (turn === dues.length ? last : undefined);
        return due !== undefined && isDue(at, due.from === 'event' ? event : came[turn], due.seconds, late);
      });
      return retries.length >= neededOf(dues, within) && punctual ? [name] : [];
    });
  },
);

/** How many retries are certainly due within this many seconds after the first attempt. */
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

/** Seconds within which a repetition is a duplicate (delivery rule 3): no attempt of the schedule is so soon after another. */
export const REPEATED = 30;

/**
 * Seconds after the first attempt from which on a repetition is no duplicate of it, but its retry: due after 60, or, where the first attempt came
 * late, 60 after the event. `event`: as `eventOf`.
 */
export function firstRetryFrom(event: number): number {
  return Math.max(REPEATED, 45 + event);
}

function times(all: readonly DeliveryView[]): number[] {
  const known = stamps(all);
  const began = known[0] ?? 0;
  return known.filter((at, turn) => turn === 0 || at - (known[turn - 1] ?? 0) > REPEATED).map((at) => at - began);
}

/** Time of the event, in seconds relative to the first attempt: zero or slightly negative. */
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
