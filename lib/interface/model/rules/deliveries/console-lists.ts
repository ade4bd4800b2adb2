import { parseInstant } from '../../../../engine/time/instant.ts';
import { isEventKind } from '../../../wire/index.ts';
import type { ConsoleEntry, ConsoleList } from '../../arrivals.ts';
import type { Violation } from '../../model-object.ts';
import { type Deliveries, type EventDeliveries, MAX_RESEND_DELAY_S, violationOf } from './deliveries.ts';
import type { AttemptGroup } from './schedule.ts';

// "The console lists deliveries with attempts, last HTTP status, error and sent payload. A Resend action sends an event again as a new
// delivery" (Delivery rules, 5).

/** Seconds of the target's time within which an attempt must be listed: how soon is not shown, and listed times may be rounded. */
const MAX_LISTING_DELAY_S = 5;

/** Seconds after the event. Before SCHEDULE_NOT_OVER_S every reading of the schedule has another attempt to come; after SCHEDULE_OVER_S none has. */
const SCHEDULE_NOT_OVER_S = 11 * 3_600;
const SCHEDULE_OVER_S = 40 * 3_600;

/** Compares each list with the deliveries that had arrived by then. */
export function listViolations(deliveries: Deliveries, lists: readonly ConsoleList[]): Violation[] {
  // The console actor leaves out kinds that the document does not name.
  const named = deliveries.sent.filter(({ event }) => isEventKind(event));
  const byMerchant = Map.groupBy(named, ({ merchant }) => merchant);
  const owners = Map.groupBy(deliveries.sent, ({ id }) => id);
  return lists.flatMap((list) => {
    if (!deliveries.receivesEverything(list.merchant)) return [];
    const listedBy = Map.groupBy(list.entries, ({ eventId }) => eventId);
    const until = deliveries.doneBy(list.at) - MAX_LISTING_DELAY_S;
    return [
      ...foreignEntries(list, owners),
      ...(byMerchant.get(list.merchant) ?? []).flatMap((sent) =>
        entryViolations({ ...sent, groups: certainlyListed(sent, list, until) }, listedBy.get(sent.id) ?? [], {
          deliveries,
          list,
          until,
        }),
      ),
    ];
  });
}

/** The attempts that certainly had been sent and answered when the list was read. */
const certainlyListed = ({ groups: made }: EventDeliveries, { at }: ConsoleList, until: number) =>
  made.filter(({ all }) => all.every((each) => (each.stamp ?? until) < until && each.at < at));

function foreignEntries(
  { merchant, entries }: ConsoleList,
  owners: ReadonlyMap<string, readonly EventDeliveries[]>,
): Violation[] {
  return entries.flatMap(({ eventId }) => {
    const known = owners.get(eventId) ?? [];
    const [other] = known;
    if (other === undefined || known.some((each) => each.merchant === merchant)) return [];
    return [violationOf(other, 'delivery.listed', 'another merchant finds it listed', "its own merchant's list alone")];
  });
}

interface ListContext {
  readonly deliveries: Deliveries;
  readonly list: ConsoleList;
  readonly until: number;
}

function entryViolations(sent: EventDeliveries, entries: readonly ConsoleEntry[], context: ListContext): Violation[] {
  const [first] = sent.groups;
  if (first === undefined) return [];
  const [entry] = entries;
  if (entry === undefined)
    return [violationOf(sent, 'delivery.listed', 'the console does not list it', 'an entry for every delivery')];
  const texts = new Set(sent.arrivals.map(({ text }) => text));
  const other = entries.find(
    ({ payload, event, reference }) =>
      event !== sent.event || reference !== sent.reference || (!texts.has(null) && !texts.has(payload)),
  );
  if (other !== undefined) {
    const what = `it is listed as ${other.event} for ${other.reference} with the payload ${other.payload.slice(0, 200)}`;
    return [violationOf(sent, 'delivery.listed', what, 'its payload as it was sent')];
  }
  return [
    ...resendCountViolations(sent, entries, context),
    ...attemptViolations(sent, entries, context),
    ...stateViolations(sent, entries, context),
  ];
}

/** "Sends an event again as a new delivery". */
function resendCountViolations(
  sent: EventDeliveries,
  entries: readonly ConsoleEntry[],
  { deliveries, list, until }: ListContext,
): Violation[] {
  if (!sent.resends.every((step) => deliveries.isResolved(step))) return [];
  const begun = sent.resends.filter(({ began }) => began < list.ended);
  // Whether a delivery that is still to be sent is already listed is not shown.
  const isSent = (at: number) => deliveries.notYetAt(at) + MAX_RESEND_DELAY_S < until;
  const done = begun.filter(({ ended }) => ended < list.at && isSent(ended));
  const count = new Set(entries.map(({ id }) => id)).size;
  if (count >= 1 + done.length && count <= 1 + begun.length) return [];
  const what = `it has ${count} entries in the list, and was resent ${done.length} times`;
  return [violationOf(sent, 'delivery.resent-listed', what, 'one, and one more for each Resend')];
}

function attemptViolations(
  { groups: made, ...sent }: EventDeliveries,
  entries: readonly ConsoleEntry[],
  { until }: ListContext,
): Violation[] {
  const listed = entries.flatMap(({ attempts }) =>
    attempts.map((each) => ({ ...each, second: (parseInstant(each.at) ?? Number.NaN) / 1_000 })),
  );
  const tell = (what: string) => [
    violationOf(
      { ...sent, groups: made },
      'delivery.lists-attempts',
      what,
      'every attempt, with the status it got or an error',
    ),
  ];
  const [first] = made;
  const offset = (second: number) => `+${Math.round(second - (first?.at ?? 0))} s`;
  for (const each of made) {
    const there = listed.filter(({ second }) => isNear(second, each));
    if (there.length === 0) return tell(`the attempt at ${offset(each.at)} is not listed`);
    // If our answer was lost or came too late, the attempt is listed without a status.
    const answered = new Set(each.all.map(({ status }) => status));
    const wrong = there.find(({ status }) => status !== null && !answered.has(status));
    const said = [...answered].map((status) => status ?? 'nothing').join(', ');
    if (wrong !== undefined)
      return tell(`the attempt at ${offset(each.at)} was answered with ${said} and is listed with ${wrong.status}`);
    const unexplained = there.find(({ status, error }) => status === null && !error);
    if (unexplained !== undefined && answered.has(null))
      return tell(`the attempt at ${offset(each.at)} got no answer, and is listed without an error`);
    const hasNoStatus = there.every(({ status }) => status === null) && !answered.has(null);
    if (hasNoStatus && each.all.every(({ isSlow }) => !isSlow) && made.length > 1 && allWithoutStatus(made, listed))
      return tell(`attempts were answered with ${said} and are all listed without a status`);
  }
  const unknownAttempt = listed.find(
    ({ second, status }) =>
      status !== null && second < until && !sent.arrivals.some(({ stamp }) => isNear(second, stampedAt(stamp ?? 0))),
  );
  // The listed attempt may be one that arrived badly signed.
  if (sent.hasUnverified) return [];
  if (unknownAttempt !== undefined) return tell(`no attempt came at ${offset(unknownAttempt.second)}, which is listed`);
  // Each entry has the attempts of its own delivery: what was acknowledged once is listed once. An answer that seemed lost may have come.
  const acknowledged = sent.arrivals.filter(({ status }) => status === null || isSuccess(status)).length;
  const told = listed.filter(({ status }) => isSuccess(status)).length;
  return told > acknowledged
    ? tell(`${told} attempts are listed as acknowledged, in ${entries.length} entries, and ${acknowledged} were`)
    : [];
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;

const stampedAt = (at: number) => ({ at, all: [] });

/** Whether a listed time lies between an attempt and its last duplicate, within MAX_LISTING_DELAY_S. */
function isNear(
  second: number,
  { at, all }: { readonly at: number; readonly all: readonly { stamp: number | null }[] },
) {
  const latest = Math.max(at, ...all.map(({ stamp }) => stamp ?? at));
  return second >= at - MAX_LISTING_DELAY_S && second <= latest + MAX_LISTING_DELAY_S;
}

const allWithoutStatus = (
  made: readonly AttemptGroup[],
  listed: readonly { second: number; status: number | null }[],
) => made.every((each) => listed.filter(({ second }) => isNear(second, each)).every(({ status }) => status === null));

/** "After that the delivery is marked abandoned": not before, and not where it was acknowledged. */
function stateViolations(
  sent: EventDeliveries,
  entries: readonly ConsoleEntry[],
  { deliveries, list, until }: ListContext,
): Violation[] {
  const states = [...new Set(entries.map(({ state }) => state))];
  const [first] = sent.groups;
  const [resent, ...more] = sent.resends;
  if (first === undefined || more.length > 0) return [];
  const isFailing = sent.arrivals.every(
    ({ status, isSlow }) => !isSlow && (status === null || status >= 300 || status < 200),
  );
  const since = resent === undefined ? first.at : deliveries.notYetAt(resent.ended);
  if (isFailing && since + SCHEDULE_OVER_S < until && states.some((state) => state !== 'abandoned')) {
    const what = `it is listed as ${states.join(', ')} though no attempt of more than a day was acknowledged`;
    return [violationOf(sent, 'delivery.abandoned', what, '`abandoned`')];
  }
  if (resent !== undefined || !states.includes('abandoned')) return [];
  const isOver =
    sent.groups.at(-1)?.acknowledged === 'no' && deliveries.notYetAt(list.ended) > first.at + SCHEDULE_NOT_OVER_S;
  if (isOver || sent.groups.some(({ acknowledged }) => acknowledged === 'perhaps')) return [];
  return [violationOf(sent, 'delivery.not-abandoned', 'it is listed as abandoned', '`pending` or `delivered`')];
}
