import type { RequirementId } from '../../../register/index.ts';
import type { Attempt, ConsoleList } from '../../arrivals.ts';
import { type TimedStep, textIn } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { countUntil } from '../../target-clock.ts';
import {
  type AttemptGroup,
  attemptsOf,
  eventTimeBefore,
  MAX_FIRST_RETRY_S,
  nextAfterEvent,
  requirementOf,
  SCHEDULE_TEXT,
  scheduleFault,
} from './schedule.ts';

// "Delivery rules": an event is sent until it is acknowledged, whatever else happens meanwhile.

/** Seconds after which another arrival of an acknowledged event is no duplicate of the acknowledged attempt. */
const MAX_DUPLICATE_DELAY_S = 45;

/** From this many retries of acknowledged attempts on they are violations: a single one may be right, because our answer may be lost. */
const MIN_NEEDLESS_RETRIES = 2;

/** Seconds of the target's time within which a resent delivery must arrive: how soon is not shown. */
export const MAX_RESEND_DELAY_S = 900;

const MAX_TIMESTAMP_S = 100_000_000_000;

/** All arrivals of one event at its merchant. */
export interface EventDeliveries {
  readonly id: string;
  readonly merchant: string;
  readonly event: string;
  readonly reference: string;
  /** The target's own; arrivals that a third party may have altered are left out. */
  readonly arrivals: readonly Attempt[];
  readonly groups: readonly AttemptGroup[];
  /** Whether a badly signed arrival claims to be of this event. */
  readonly hasUnverified: boolean;
  /** The Resend steps for this event, in order. */
  readonly resends: readonly TimedStep[];
}

/** Everything known about the deliveries of a run. */
export class Deliveries {
  readonly #model: ModelState;
  readonly #steps: readonly TimedStep[];
  readonly #attempts: readonly Attempt[];
  /** By merchant and id of a list entry: the id of its event. */
  readonly #eventIdOfEntry: ReadonlyMap<string, string>;

  constructor(
    model: ModelState,
    steps: readonly TimedStep[],
    { attempts, lists }: { attempts: readonly Attempt[]; lists: readonly ConsoleList[] },
  ) {
    this.#model = model;
    this.#steps = steps;
    this.#attempts = attempts;
    this.#eventIdOfEntry = new Map(
      lists.flatMap(({ merchant, entries }) => entries.map(({ id, eventId }) => [`${merchant} ${id}`, eventId])),
    );
  }

  /** The target's time, in seconds, up to which everything due had happened and been sent by the moment `at` of our clock. */
  doneBy(at: number): number {
    const { byEnd } = this.#advances();
    return byEnd[countUntil(byEnd, ({ ended }) => ended <= at) - 1]?.latest ?? Number.NEGATIVE_INFINITY;
  }

  /** The target's time, in seconds, that certainly had not passed at the moment `at` of our clock. */
  notYetAt(at: number): number {
    const { byBeginning } = this.#advances();
    return byBeginning[countUntil(byBeginning, ({ began }) => began < at)]?.now ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Whether something that occurred at this target time, in seconds, happened after the moment `at` of our clock. A
   * target may cut its times to whole seconds.
   */
  isAfter(occurred: number, at: number): boolean {
    return occurred >= this.notYetAt(at) + 1;
  }

  /** The time that control reported whenever it moved the clock. The only assumption is that time does not go back. */
  readonly #advances = lazily(() => {
    const all = this.#steps.flatMap(({ endpoint, outcome, began, ended, now }) => {
      const at = Date.parse(now ?? '') / 1_000;
      const isDone = endpoint === 'POST /clock/advance' && outcome === 'done' && !Number.isNaN(at);
      return isDone ? { began, ended, now: at } : [];
    });
    let latest = Number.NEGATIVE_INFINITY;
    const byEnd = all
      .toSorted((a, b) => a.ended - b.ended)
      .map(({ ended, now }) => {
        latest = Math.max(latest, now);
        return { ended, latest };
      });
    return { byEnd, byBeginning: all.toSorted((a, b) => a.began - b.began) };
  });

  /** Events of merchants that were created in this run and share the address of arrival with no other merchant. */
  readonly #groupedByEvent = lazily((): readonly EventDeliveries[] => {
    const arrived = this.#attempts.flatMap((attempt) => {
      const [merchant, ...more] = this.#model.receivers(attempt) ?? [];
      const id = textIn(attempt.payload, 'id');
      const isOurs = merchant !== undefined && more.length === 0 && this.#model.createdInThisRun(merchant);
      return id === null || !isOurs ? [] : { merchant, id, attempt };
    });
    return [...Map.groupBy(arrived, ({ merchant, id }) => `${merchant} ${id}`).values()].flatMap((all) => {
      const own = all.filter(({ attempt }) => attempt.standing !== 'claimed').map(({ attempt }) => attempt);
      const [first] = own;
      const { merchant = '', id = '' } = all[0] ?? {};
      if (first === undefined) return [];
      return {
        id,
        merchant,
        event: String(first.payload.event),
        reference: String(first.payload.reference),
        arrivals: own,
        groups: attemptsOf(own),
        hasUnverified: own.length < all.length,
        resends: this.#resendsOf(merchant, id),
      };
    });
  });

  get sent(): readonly EventDeliveries[] {
    return this.#groupedByEvent();
  }

  /** Whether something has arrived at the origin of every address of the merchant: then everything sent was received. */
  receivesEverything(merchant: string): boolean {
    const known = this.#receiving.get(merchant);
    if (known !== undefined) return known;
    const addresses = this.#model.addressesOf(merchant);
    const receives =
      addresses.length > 0 && addresses.every((each) => each !== null && this.#receivingOrigins().has(originOf(each)));
    this.#receiving.set(merchant, receives);
    return receives;
  }

  readonly #receiving = new Map<string, boolean>();

  readonly #receivingOrigins = lazily(() => {
    const merchants = this.#attempts.flatMap((each) => [...(this.#model.receivers(each) ?? [])]);
    const heard = new Set(this.#attempts.map(({ path }) => path));
    const addresses = [...new Set(merchants)].flatMap((merchant) => this.#model.addressesOf(merchant));
    return new Set(addresses.flatMap((each) => (each !== null && heard.has(pathOf(each)) ? originOf(each) : [])));
  });

  /** If a resent entry was never seen in a list, its event is unknown and may be any. */
  #resendsOf(merchant: string, id: string): TimedStep[] {
    return (this.#resends().get(merchant) ?? []).filter(({ names }) => {
      const known = this.#eventIdOfEntry.get(`${merchant} ${names.id}`);
      return known === undefined || known === id;
    });
  }

  readonly #resends = lazily(() => {
    const pressed = this.#steps.filter(
      ({ endpoint, outcome }) => endpoint.endsWith('/resend') && outcome !== 'refused',
    );
    return Map.groupBy(pressed, ({ names }) => names.merchantId ?? '');
  });

  isResolved({ endpoint, names, outcome }: TimedStep): boolean {
    return (
      endpoint.endsWith('/resend') && outcome === 'done' && this.#eventIdOfEntry.has(`${names.merchantId} ${names.id}`)
    );
  }
}

/** Whether each event was sent as often, and at the times, that the rules require. */
export function deliveryViolations(deliveries: Deliveries): Violation[] {
  const heard = deliveries.sent.filter(({ merchant }) => deliveries.receivesEverything(merchant));
  const hung = new Set(
    heard.filter(({ arrivals }) => arrivals.some(({ isSlow }) => isSlow)).map(({ merchant }) => merchant),
  );
  const again = heard.flatMap((sent) => retriesAfterAcknowledgement(sent));
  return [
    ...(again.length >= MIN_NEEDLESS_RETRIES ? again.map(({ violation }) => violation) : []),
    ...heard.flatMap((sent) => {
      const isTimed = sent.groups.every(({ at }) => at < MAX_TIMESTAMP_S);
      if (!isTimed) return [];
      // A time-out passes in real time, and other deliveries of the merchant may wait for it.
      return [
        ...(hung.has(sent.merchant) ? [] : scheduleViolations(sent, deliveries)),
        ...resendViolations(sent, deliveries),
      ];
    }),
  ];
}

/** "Any 2xx answer acknowledges the delivery." */
function retriesAfterAcknowledgement(sent: EventDeliveries): { violation: Violation }[] {
  const [resend] = sent.resends;
  const plain = resend === undefined ? sent.groups : attemptsBefore(sent, resend);
  return plain.slice(0, -1).flatMap((made, turn) => {
    const next = plain[turn + 1];
    if (made.acknowledged !== 'yes' || next === undefined) return [];
    const [last] = made.all.map(({ stamp }) => stamp ?? 0).sort((a, b) => b - a);
    if (next.at - (last ?? 0) <= MAX_DUPLICATE_DELAY_S) return [];
    const requirement = turn === 0 ? 'delivery.every-2xx-acknowledges' : 'delivery.stops-when-acknowledged';
    const what = `attempt ${turn + 1} was answered with ${made.all[0].status}, and ${next.at - made.at} s later it came again`;
    return { violation: violationOf(sent, requirement, what, 'no further attempt: any 2xx acknowledges') };
  });
}

/** The attempts before a Resend, and those after it, which may closely follow a retry without being its duplicates. */
export const attemptsBefore = ({ arrivals }: EventDeliveries, { began }: TimedStep) =>
  attemptsOf(arrivals.filter(({ at }) => at < began - THREAD_CLOCKS_APART_MS));
const attemptsSince = ({ arrivals }: EventDeliveries, { began }: TimedStep) =>
  attemptsOf(arrivals.filter(({ at }) => at >= began - THREAD_CLOCKS_APART_MS));

/** Milliseconds by which the clock of the receiving thread may differ from that of the requesting thread. */
export const THREAD_CLOCKS_APART_MS = 5;

/** "Retried after 1 minute, ...": judged up to an attempt that was or may have been acknowledged, and until a Resend. */
function scheduleViolations(sent: EventDeliveries, deliveries: Deliveries): Violation[] {
  const [resend] = sent.resends;
  // What arrived at the moment of the Resend may be a retry or the resent delivery.
  const isUnclear = sent.arrivals.some(
    ({ at }) => resend !== undefined && Math.abs(at - resend.began) <= THREAD_CLOCKS_APART_MS,
  );
  if (isUnclear) return [];
  const plain = resend === undefined ? sent.groups : attemptsBefore(sent, resend);
  const end = plain.findIndex(({ acknowledged }) => acknowledged !== 'no');
  const made = end === -1 ? plain : plain.slice(0, end + 1);
  const until = deliveries.doneBy(resend?.began ?? Number.POSITIVE_INFINITY);
  const fault = scheduleFault(made, { until, isOver: end !== -1 });
  if (fault === null) return [];
  const [first] = made;
  const times = made.map(({ at }) => at - (first?.at ?? 0)).join(', ');
  const answers = made.map(({ all: [{ status }] }) => status ?? 'no answer').join(', ');
  const passed = Math.round(until - (first?.at ?? 0));
  const what = `attempts came at ${times} s, answered with ${answers}${fault.what === 'missing' ? `; none followed until ${passed} s` : ''}`;
  if (fault.what === 'missing' && sent.hasUnverified)
    return [violationOf(sent, 'delivery.retry-signed-afresh', `${what}, but one that is badly signed`, SCHEDULE_TEXT)];
  return [
    violationOf(sent, requirementOf(made.slice(0, fault.after + 1), fault), what, `attempts after ${SCHEDULE_TEXT}`),
  ];
}

/** "A Resend action sends an event again as a new delivery." */
function resendViolations(sent: EventDeliveries, deliveries: Deliveries): Violation[] {
  if (!sent.resends.every((step) => deliveries.isResolved(step))) return [];
  const until = deliveries.doneBy(Number.POSITIVE_INFINITY);
  const due = sent.resends.filter(({ ended }) => deliveries.notYetAt(ended) + MAX_RESEND_DELAY_S < until);
  const [first] = due;
  if (first === undefined) return [];
  const came = sent.arrivals.filter(({ at }) => at >= first.began - THREAD_CLOCKS_APART_MS);
  if (came.length < due.length) {
    const what = `it was resent ${due.length} times, and came ${came.length} times since`;
    return [violationOf(sent, 'delivery.resent', what, 'one more delivery for each')];
  }
  return sent.resends.length === 1 ? unretriedResend(sent, first, until) : [];
}

/** Follows from rules 2 and 5 if the resent delivery had been acknowledged, so that nothing else was under way. */
function unretriedResend(sent: EventDeliveries, resend: TimedStep, until: number): Violation[] {
  const earlier = attemptsBefore(sent, resend);
  const [again, next] = attemptsSince(sent, resend);
  const [first] = earlier;
  if (first === undefined || again === undefined || earlier.at(-1)?.acknowledged !== 'yes') return [];
  const event = eventTimeBefore(first);
  if (again.acknowledged !== 'no' || event === null) return [];
  const ofSchedule = nextAfterEvent(again.at - first.at - event);
  if (ofSchedule === null) return [];
  const latest = Math.max(again.at + MAX_FIRST_RETRY_S, first.at + event + ofSchedule);
  if (latest >= until || (next !== undefined && next.at <= latest)) return [];
  const what = `resent, it was answered with ${again.all[0].status ?? 'nothing'}, and no attempt followed within ${latest - again.at} s`;
  const allowed = 'an attempt about 1 minute later, or at the next time of a schedule that counts from the event';
  return [violationOf(sent, 'delivery.resent-retried', what, allowed)];
}

export function violationOf(
  sent: EventDeliveries,
  requirement: RequirementId,
  what: string,
  allowed: string,
): Violation {
  const { event, reference, arrivals } = sent;
  return {
    requirement,
    subject: `\`${event}\` for ${reference}`,
    history: [],
    what,
    allowed,
    exchanges: [],
    webhooks: arrivals.slice(0, 12).map(({ seq }) => seq),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
