import {
  Blocked,
  type CheckContext,
  type DeliveryView,
  derivation,
  isEventKind,
  parseInstant,
  timestamp,
} from '../../../lib/interface/index.ts';
import { REPEATED } from '../retries/timing.ts';
import { EVENT, type Sent } from '../support.ts';

type Entries = Awaited<ReturnType<CheckContext['console']['deliveries']>>;

const textOf = ({ body }: DeliveryView) => Buffer.from(body, 'base64').toString();
const idOf = ({ json }: DeliveryView) => (Object(json) as { id?: unknown }).id;

export const about = derivation('console entries about', (all: Entries, reference: string, event: string) =>
  all.filter((entry) => entry.reference === reference && entry.event === event),
);

/** A step: the console's entry of the delivery of this event, once an attempt is listed. */
export async function firstEntry({ console, time }: CheckContext, { merchant, reference }: Sent) {
  const found = await time.until('the console lists the delivery', 30, async () =>
    (await console.deliveries(merchant)).find((each) => each.reference === reference && each.attempts.length > 0),
  );
  if (found === undefined) throw new Blocked(`the console does not list the ${EVENT} for ${reference}`);
  return found;
}

/** Events that arrived, up to the webhook with this `seq`, and that no entry lists with a payload that was sent. */
export const missingFrom = derivation(
  'events missing from the list',
  (entries: Entries, came: readonly DeliveryView[], upTo: number) => {
    const early = came.filter(({ seq, event }) => seq <= upTo && isEventKind(event));
    const missing = early.filter(
      (each) =>
        !entries.some(
          ({ eventId, event, reference, payload }) =>
            eventId === idOf(each) &&
            event === each.event &&
            reference === each.reference &&
            early.some((sent) => idOf(sent) === eventId && textOf(sent) === payload),
        ),
    );
    return [...new Set(missing.map(({ event, reference }) => `${event} for ${reference}`))];
  },
);

/** Entries of events that never arrived at this address. */
export const needlessIn = derivation('entries of other events', (entries: Entries, came: readonly DeliveryView[]) =>
  entries
    .filter(({ eventId }) => !came.some((each) => idOf(each) === eventId))
    .map(({ event, reference }) => `${event} for ${reference}`),
);

/** Largest difference in seconds between the listed time of an attempt and its signed timestamp. */
const SLACK = 5;

/**
 * How the listed attempts differ from those that arrived, all of which were answered with 500, or the last with 200. "The same event can
 * arrive more than once": whether a duplicate is an attempt that the list has is not shown, so it may be listed, and may be left out.
 */
export const attemptsAt = derivation(
  'attempts that are listed otherwise',
  (entries: Entries, came: readonly DeliveryView[]) => {
    const listed = entries
      .flatMap(({ attempts }) => attempts)
      .map(({ at, status }) => ({ at: (parseInstant(at) ?? Number.NaN) / 1_000, status }));
    const stamps = came.flatMap((each) => timestamp(each).value ?? []);
    const isDuplicate = (stamp: number) => stamps.some((other) => other < stamp && stamp - other <= REPEATED);
    const began = stamps[0] ?? 0;
    const near = (one: number, other: number) => Math.abs(one - other) <= SLACK;
    return [
      ...stamps
        .filter((stamp) => !isDuplicate(stamp) && !listed.some(({ at }) => near(at, stamp)))
        .map((stamp) => `the attempt at +${stamp - began} s is not listed`),
      ...listed
        .filter(({ at }) => !stamps.some((stamp) => near(at, stamp)))
        .map(({ at }) => `no attempt came at +${Math.round(at - began)} s, which is listed`),
      ...listed
        .filter(({ status }) => status !== 500 && status !== 200)
        .map(({ at, status }) => `the attempt at +${Math.round(at - began)} s is listed with ${status}`),
    ];
  },
);

/** An answer may be lost, so only those count that list it. */
export const abandonedThough = derivation(
  'entries abandoned, with an attempt answered so',
  (all: Entries, status: number) =>
    all.filter(({ state, attempts }) => state === 'abandoned' && attempts.some((each) => each.status === status)),
);

export const withoutStatus = derivation('entries without an attempt answered so', (entries: Entries, status: number) =>
  entries.filter(({ attempts }) => !attempts.some((each) => each.status === status)).map(({ id }) => id),
);

export const withStatus = derivation('entries with an attempt answered so', (entries: Entries, status: number) =>
  entries.filter(({ attempts }) => attempts.some((each) => each.status === status)).map(({ id }) => id),
);

export const newIn = derivation('entries that are new', (old: Entries, now: Entries) =>
  now.filter(({ id }) => !old.some((known) => known.id === id)),
);

export const knownIn = derivation('entries that are not new', (old: Entries, now: Entries) =>
  now.filter(({ id }) => old.some((known) => known.id === id)),
);

/** At a delivery whose first attempt was cut off, that is listed "with attempts, last HTTP status, error": without a status, with an error. */
export const withoutError = derivation('entries without an attempt that has an error', (entries: Entries) =>
  entries.filter(({ attempts }) => !attempts.some(({ status, error }) => status === null && error)).map(({ id }) => id),
);
