import { parseInstant } from '../../../../engine/time/instant.ts';
import type { RequirementId } from '../../../register/index.ts';
import type { Attempt } from '../../arrivals.ts';

// "Retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event"
// (Delivery rules, 2): gaps between attempts, or offsets from the event. Each reading is permitted if it is kept
// throughout. In seconds of the target's time, from `x-service-timestamp`.

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The interface states no tolerance: a scheduler that runs every 15 seconds, or spreads its load by 5%, keeps the schedule. */
const earlyToleranceS = (seconds: number) => Math.max(2, seconds * 0.05);
const lateToleranceS = (seconds: number) => Math.max(30, seconds * 0.1);

/** An arrival within this many seconds of an attempt is its duplicate: "the same event can arrive more than once" (Delivery rules, 3). */
const MAX_DUPLICATE_GAP_S = 30;

/**
 * Seconds after the event. How late a first attempt may be is not shown; if the first arrival is later than this,
 * attempts may have been missed.
 */
const MAX_FIRST_ATTEMPT_DELAY_S = 900;

/** An attempt, with its duplicates. */
export interface AttemptGroup {
  readonly at: number;
  readonly all: readonly [Attempt, ...Attempt[]];
  /** `perhaps`: only some of its duplicates were acknowledged, or the sender may not have waited for the answer. */
  readonly acknowledged: 'yes' | 'no' | 'perhaps';
}

const is2xx = (status: number | null) => status !== null && status >= 200 && status < 300;

/** The attempts of one event, in the order of their timestamps. */
export function attemptsOf(arrivals: readonly Attempt[]): AttemptGroup[] {
  const stamped = arrivals.flatMap((each) => (each.stamp === null ? [] : { each, stamp: each.stamp }));
  const groups: { at: number; latest: number; all: [Attempt, ...Attempt[]] }[] = [];
  for (const { each, stamp } of stamped.sort((a, b) => a.stamp - b.stamp || a.each.seq - b.each.seq)) {
    const last = groups.at(-1);
    if (last === undefined || stamp - last.latest > MAX_DUPLICATE_GAP_S)
      groups.push({ at: stamp, latest: stamp, all: [each] });
    else {
      last.latest = stamp;
      last.all.push(each);
    }
  }
  return groups.map(({ at, all }) => ({ at, all, acknowledged: acknowledgedBy(all) }));
}

function acknowledgedBy(all: readonly Attempt[]): AttemptGroup['acknowledged'] {
  if (all.some(({ isSlow }) => isSlow)) return 'perhaps';
  const good = all.filter(({ status }) => is2xx(status)).length;
  return good === all.length ? 'yes' : good === 0 ? 'no' : 'perhaps';
}

interface Due {
  readonly from: 'event' | 'before';
  readonly seconds: number;
}
const sinceBefore = (seconds: number): Due => ({ from: 'before', seconds });
const sinceEvent = (seconds: number): Due => ({ from: 'event', seconds });

const FIRST_RETRIES_S = [MINUTE_S, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S];
export const readings: readonly (readonly Due[])[] = [
  [...FIRST_RETRIES_S, 12 * HOUR_S].map(sinceBefore),
  [...FIRST_RETRIES_S, 14 * HOUR_S].map(sinceEvent),
  [...FIRST_RETRIES_S, 12 * HOUR_S].map(sinceEvent),
  [...FIRST_RETRIES_S.map(sinceBefore), sinceEvent(12 * HOUR_S)],
];

/**
 * Seconds after the event by which a delivery that was sent again `age` seconds after it is tried again in every reading that counts from the
 * event; null where one of them has no time left.
 */
export function nextAfterEvent(age: number): number | null {
  const next = readings
    .filter((dues) => dues.every(({ from }) => from === 'event'))
    .map((dues) => dues.find(({ seconds }) => seconds > age + MAX_DUPLICATE_GAP_S));
  const known = next.flatMap((due) => due ?? []);
  return known.length < next.length ? null : Math.max(...known.map(({ seconds }) => seconds + lateToleranceS(seconds)));
}

/** "Until 24 hours after the event" permits a last attempt at that time. */
const LAST_ATTEMPT = sinceEvent(24 * HOUR_S);

export const SCHEDULE_TEXT = '1 min, 5 min, 30 min, 2 h, then every 12 h until 24 h after the event';

/** A departure from the schedule. */
export interface ScheduleFault {
  /** The attempt after which it occurs, 0 for the first. */
  readonly after: number;
  readonly what: 'missing' | 'at another time' | 'one too many';
  /** Readings are broken after different attempts: each attempt keeps some reading, but no reading is kept by all. */
  readonly isMixed: boolean;
}

interface ObservedEnd {
  /** The target's time, in seconds, up to which everything due has been sent and received. */
  readonly until: number;
  /** No further attempt was due: the last one was acknowledged, or may have been. */
  readonly isOver: boolean;
}

/** Null where all attempts of one delivery keep one reading. */
export function scheduleFault(made: readonly AttemptGroup[], { until, isOver }: ObservedEnd): ScheduleFault | null {
  const [first] = made;
  const event = first === undefined ? null : eventTimeBefore(first);
  if (first === undefined || event === null) return null;
  const times = made.map(({ at }) => at - first.at);
  const faults = readings.map((dues) => faultOf(dues, times, event, isOver ? null : until - first.at));
  if (faults.includes(null)) return null;
  const [latest] = faults.flatMap((fault) => fault ?? []).sort((a, b) => b.after - a.after);
  return latest === undefined ? null : { ...latest, isMixed: new Set(faults.map((each) => each?.after)).size > 1 };
}

/** The time of the event, in seconds relative to the first attempt; null where earlier attempts may have been missed. */
export function eventTimeBefore({ at, all: [{ payload }] }: AttemptGroup): number | null {
  const instant = parseInstant(String(payload.occurredAt));
  const event = instant === undefined ? 0 : instant / 1_000 - at;
  if (event < -MAX_FIRST_ATTEMPT_DELAY_S) return null;
  return Math.min(0, event);
}

function faultOf(
  dues: readonly Due[],
  times: readonly number[],
  event: number,
  until: number | null,
): Omit<ScheduleFault, 'isMixed'> | null {
  const fromOf = (due: Due, turn: number) => (due.from === 'event' ? event : (times[turn] ?? 0));
  for (const [turn, at] of times.slice(1).entries()) {
    const due = dues[turn] ?? (turn === dues.length ? LAST_ATTEMPT : undefined);
    if (due === undefined) return { after: turn, what: 'one too many' };
    const from = fromOf(due, turn);
    const isDue = at >= from + due.seconds - earlyToleranceS(due.seconds) && at <= latestOf(due, from);
    // An attempt after the end of the schedule is one too many, whenever it arrives.
    if (!isDue) return { after: turn, what: turn < dues.length ? 'at another time' : 'one too many' };
  }
  const last = times.length - 1;
  const next = dues[last];
  if (until === null || next === undefined) return null;
  return latestOf(next, fromOf(next, last)) < until ? { after: last, what: 'missing' } : null;
}

const latestOf = ({ seconds }: Due, from: number) => Math.max(from, 0) + seconds + lateToleranceS(seconds);

/** "Any other answer, or a time-out": the requirement for the class of the answers, or that for answers of several classes. */
export function requirementOf(before: readonly AttemptGroup[], { after, what, isMixed }: ScheduleFault): RequirementId {
  if (what === 'one too many') return 'delivery.ends-after-a-day';
  const classes = new Set(before.flatMap(({ all }) => all.map(({ status }) => classOf(status))));
  const [only = 'delivery.5xx-retried', ...more] = classes;
  if (what === 'missing') return more.length > 0 ? 'delivery.mixed-failures' : only;
  if (isMixed && after > 1) return 'delivery.one-schedule';
  if (more.length > 0) return 'delivery.mixed-failures';
  return (['delivery.first-retry', 'delivery.second-retry'] as const)[after] ?? 'delivery.later-retries';
}

function classOf(status: number | null): RequirementId {
  if (status === null) return 'delivery.connection-failure-retried';
  return status < 400 ? 'delivery.3xx-retried' : status < 500 ? 'delivery.4xx-retried' : 'delivery.5xx-retried';
}

/** Whether a retry follows the attempt before it as a first retry does; and the seconds by which a first retry must have arrived. */
export const isFirstRetry = (seconds: number) =>
  seconds >= MINUTE_S - earlyToleranceS(MINUTE_S) && seconds <= MINUTE_S + lateToleranceS(MINUTE_S);
export const MAX_FIRST_RETRY_S = MINUTE_S + lateToleranceS(MINUTE_S);
