import { type DeliveryView, derivation, type Given, parseInstant, timestamp } from '../../lib/harness/index.ts';

// "1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event" can be read as gaps between
// attempts, or as offsets from the event; each is accepted where it is kept throughout. Times are those of x-service-timestamp,
// seconds after the first attempt.

export const MINUTE = 60;
export const HOUR = 3_600;

/** Seconds by which an attempt may come too early: both timestamps are whole seconds. */
export const EARLY = 2;

/**
 * Seconds by which an attempt may come too late. Where the clock is advanced it steps from due time to due time, and the schedule is
 * kept to the second; in real time a target may be busy.
 */
export function late({ run }: Given): (seconds: number) => number {
  return lateness(run.conductor.controlled);
}

/** When attempts came. Duplicates count as one attempt. */
export const timesOf = derivation('times of attempts', times);

/** When the event was, in seconds after the first attempt. */
export const eventOf = derivation('event of attempts', happened);

/** The attempts that came so many seconds after the one before, or after the event. */
export const dueAfter = derivation(
  'attempts due after',
  (all: readonly DeliveryView[], first: DeliveryView, seconds: number, late: number) => {
    const [came, event] = [times(all), happened(all, first)];
    return came.filter(
      (at, turn) => turn > 0 && (isDue(at, came[turn - 1], seconds, late) || isDue(at, event, seconds, late)),
    );
  },
);

/** The attempts that came more than so many seconds after the first. */
export const laterThan = derivation('attempts later than', (all: readonly DeliveryView[], seconds: number) =>
  times(all).filter((at) => at > seconds),
);

/** For each reading, when the attempts after the first are due: since the attempt before, or since the event. */
export const readings = {
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

/** The readings that all attempts of a day keep. */
export const keptSchedules = derivation(
  'kept schedules',
  (all: readonly DeliveryView[], first: DeliveryView, controlled: boolean) => {
    const [came, event, late] = [times(all), happened(all, first), lateness(controlled)];
    const [, ...retries] = came;
    return Object.entries(readings).flatMap(([name, dues]) => {
      // Whether "until 24 hours" includes the 24th hour can be read either way.
      const needed = dues.at(-1)?.seconds === 24 * HOUR ? dues.length - 1 : dues.length;
      const punctual = retries.every((at, turn) => {
        const due = dues[turn];
        const from = due?.from === 'event' ? event : came[turn];
        return due !== undefined && isDue(at, from, due.seconds, late(due.seconds));
      });
      return retries.length >= needed && punctual ? [name] : [];
    });
  },
);

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
  return event < 0 && event > -120 ? event : 0;
}

export function isDue(at: number, from: number | undefined, seconds: number, late: number): boolean {
  return from !== undefined && at >= from + seconds - EARLY && at <= Math.max(from, 0) + seconds + late;
}

function lateness(controlled: boolean): (seconds: number) => number {
  return (seconds) => (controlled ? 5 : Math.max(30, seconds * 0.1));
}

function sinceBefore(seconds: number) {
  return { from: 'before', seconds } as const;
}

function sinceEvent(seconds: number) {
  return { from: 'event', seconds } as const;
}
