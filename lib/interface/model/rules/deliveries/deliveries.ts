import type { RequirementId } from '../../../register/index.ts';
import type { Attempt, ConsoleList } from '../../arrivals.ts';
import { type Step, textIn } from '../../events.ts';
import { countUntil } from '../../target-clock.ts';
import type { Violation } from '../../things.ts';
import type { World } from '../../world.ts';
import {
  attemptsOf,
  DUE_IN_WORDS,
  eventBefore,
  FIRST_RETRY,
  type Made,
  nextAfterEvent,
  requirementOf,
  unpunctual,
} from './schedule.ts';

// "Delivery rules": an event is sent until it is acknowledged, whatever else happens meanwhile.

/** Seconds after which another arrival of an acknowledged event is no duplicate of the acknowledged attempt. */
const DUPLICATE = 45;

/** From this many retries of acknowledged attempts on they are violations: a single one may be right, because our answer may be lost. */
const LOST = 2;

/** Seconds of the target's time within which a resent delivery must arrive: how soon is not shown. */
const RESENT = 900;

const SECONDS_AT_MOST = 100_000_000_000;

/** All arrivals of one event at its merchant. */
export interface Sent {
  readonly id: string;
  readonly merchant: string;
  readonly event: string;
  readonly reference: string;
  /** The target's own; arrivals that a third party may have altered are left out. */
  readonly arrivals: readonly Attempt[];
  readonly made: readonly Made[];
  /** Whether a badly signed arrival claims to be of this event. */
  readonly isClaimed: boolean;
  /** The Resend steps for this event, in order. */
  readonly resends: readonly Step[];
}

/** Everything known about the deliveries of a run. */
export class Deliveries {
  readonly #world: World;
  readonly #steps: readonly Step[];
  readonly #attempts: readonly Attempt[];
  /** By merchant and id of a list entry: the id of its event. */
  readonly #listed: ReadonlyMap<string, string>;

  constructor(
    world: World,
    steps: readonly Step[],
    { attempts, lists }: { attempts: readonly Attempt[]; lists: readonly ConsoleList[] },
  ) {
    this.#world = world;
    this.#steps = steps;
    this.#attempts = attempts;
    this.#listed = new Map(
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
  readonly #advances = once(() => {
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
  readonly #sent = once((): readonly Sent[] => {
    const arrived = this.#attempts.flatMap((attempt) => {
      const [merchant, ...more] = this.#world.receivers(attempt) ?? [];
      const id = textIn(attempt.payload, 'id');
      const isOurs = merchant !== undefined && more.length === 0 && this.#world.isOurs(merchant);
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
        made: attemptsOf(own),
        isClaimed: own.length < all.length,
        resends: this.#resendsOf(merchant, id),
      };
    });
  });

  get sent(): readonly Sent[] {
    return this.#sent();
  }

  /** Whether something has arrived at the origin of every address of the merchant: then everything sent was received. */
  isHeard(merchant: string): boolean {
    const addresses = this.#world.addressesOf(merchant);
    return addresses.length > 0 && addresses.every((each) => each !== null && this.#origins().has(originOf(each)));
  }

  readonly #origins = once(() => {
    const merchants = this.#attempts.flatMap((each) => [...(this.#world.receivers(each) ?? [])]);
    const heard = new Set(this.#attempts.map(({ path }) => path));
    const addresses = [...new Set(merchants)].flatMap((merchant) => this.#world.addressesOf(merchant));
    return new Set(addresses.flatMap((each) => (each !== null && heard.has(pathOf(each)) ? originOf(each) : [])));
  });

  /** If a resent entry was never seen in a list, its event is unknown and may be any. */
  #resendsOf(merchant: string, id: string): Step[] {
    return (this.#resends().get(merchant) ?? []).filter(({ names }) => {
      const known = this.#listed.get(`${merchant} ${names.id}`);
      return known === undefined || known === id;
    });
  }

  readonly #resends = once(() => {
    const pressed = this.#steps.filter(
      ({ endpoint, outcome }) => endpoint.endsWith('/resend') && outcome !== 'refused',
    );
    return Map.groupBy(pressed, ({ names }) => names.merchantId ?? '');
  });

  isResolved({ endpoint, names, outcome }: Step): boolean {
    return endpoint.endsWith('/resend') && outcome === 'done' && this.#listed.has(`${names.merchantId} ${names.id}`);
  }
}

/** Whether each event was sent as often, and at the times, that the rules require. */
export function deliveryViolations(deliveries: Deliveries): Violation[] {
  const heard = deliveries.sent.filter(({ merchant }) => deliveries.isHeard(merchant));
  const hung = new Set(
    heard.filter(({ arrivals }) => arrivals.some(({ isSlow }) => isSlow)).map(({ merchant }) => merchant),
  );
  const again = heard.flatMap((sent) => acknowledgedInVain(sent));
  return [
    ...(again.length >= LOST ? again.map(({ violation }) => violation) : []),
    ...heard.flatMap((sent) => {
      const isTimed = sent.made.every(({ at }) => at < SECONDS_AT_MOST);
      if (!isTimed) return [];
      // A time-out passes in real time, and other deliveries of the merchant may wait for it.
      return [...(hung.has(sent.merchant) ? [] : lateOf(sent, deliveries)), ...resentOf(sent, deliveries)];
    }),
  ];
}

/** "Any 2xx answer acknowledges the delivery." */
function acknowledgedInVain(sent: Sent): { violation: Violation }[] {
  const [resend] = sent.resends;
  const plain = resend === undefined ? sent.made : before(sent, resend);
  return plain.slice(0, -1).flatMap((made, turn) => {
    const next = plain[turn + 1];
    if (made.acknowledged !== 'yes' || next === undefined) return [];
    const [last] = made.all.map(({ stamp }) => stamp ?? 0).sort((a, b) => b - a);
    if (next.at - (last ?? 0) <= DUPLICATE) return [];
    const requirement = turn === 0 ? 'delivery.every-2xx-acknowledges' : 'delivery.stops-when-acknowledged';
    const what = `attempt ${turn + 1} was answered with ${made.all[0].status}, and ${next.at - made.at} s later it came again`;
    return { violation: violationOf(sent, requirement, what, 'no further attempt: any 2xx acknowledges') };
  });
}

/** The attempts before a Resend, and those after it, which may closely follow a retry without being its duplicates. */
export const before = ({ arrivals }: Sent, { began }: Step) =>
  attemptsOf(arrivals.filter(({ at }) => at < began - APART_MS));
const since = ({ arrivals }: Sent, { began }: Step) => attemptsOf(arrivals.filter(({ at }) => at >= began - APART_MS));

/** Milliseconds by which the clock of the receiving thread may differ from that of the requesting thread. */
export const APART_MS = 5;

/** "Retried after 1 minute, ...": judged up to an attempt that was or may have been acknowledged, and until a Resend. */
function lateOf(sent: Sent, deliveries: Deliveries): Violation[] {
  const [resend] = sent.resends;
  // What arrived at the moment of the Resend may be a retry or the resent delivery.
  const isUnclear = sent.arrivals.some(({ at }) => resend !== undefined && Math.abs(at - resend.began) <= APART_MS);
  if (isUnclear) return [];
  const plain = resend === undefined ? sent.made : before(sent, resend);
  const end = plain.findIndex(({ acknowledged }) => acknowledged !== 'no');
  const made = end === -1 ? plain : plain.slice(0, end + 1);
  const until = deliveries.doneBy(resend?.began ?? Number.POSITIVE_INFINITY);
  const fault = unpunctual(made, { until, isOver: end !== -1 });
  if (fault === null) return [];
  const [first] = made;
  const times = made.map(({ at }) => at - (first?.at ?? 0)).join(', ');
  const answers = made.map(({ all: [{ status }] }) => status ?? 'no answer').join(', ');
  const passed = Math.round(until - (first?.at ?? 0));
  const what = `attempts came at ${times} s, answered with ${answers}${fault.what === 'missing' ? `; none followed until ${passed} s` : ''}`;
  if (fault.what === 'missing' && sent.isClaimed)
    return [violationOf(sent, 'delivery.retry-signed-afresh', `${what}, but one that is badly signed`, DUE_IN_WORDS)];
  return [
    violationOf(sent, requirementOf(made.slice(0, fault.after + 1), fault), what, `attempts after ${DUE_IN_WORDS}`),
  ];
}

/** "A Resend action sends an event again as a new delivery." */
function resentOf(sent: Sent, deliveries: Deliveries): Violation[] {
  if (!sent.resends.every((step) => deliveries.isResolved(step))) return [];
  const until = deliveries.doneBy(Number.POSITIVE_INFINITY);
  const due = sent.resends.filter(({ ended }) => deliveries.notYetAt(ended) + RESENT < until);
  const [first] = due;
  if (first === undefined) return [];
  const came = sent.arrivals.filter(({ at }) => at >= first.began - APART_MS);
  if (came.length < due.length) {
    const what = `it was resent ${due.length} times, and came ${came.length} times since`;
    return [violationOf(sent, 'delivery.resent', what, 'one more delivery for each')];
  }
  return sent.resends.length === 1 ? resentRetried(sent, first, until) : [];
}

/** Follows from rules 2 and 5 if the resent delivery had been acknowledged, so that nothing else was under way. */
function resentRetried(sent: Sent, resend: Step, until: number): Violation[] {
  const earlier = before(sent, resend);
  const [again, next] = since(sent, resend);
  const [first] = earlier;
  if (first === undefined || again === undefined || earlier.at(-1)?.acknowledged !== 'yes') return [];
  const event = eventBefore(first);
  if (again.acknowledged !== 'no' || event === null) return [];
  const ofSchedule = nextAfterEvent(again.at - first.at - event);
  if (ofSchedule === null) return [];
  const latest = Math.max(again.at + FIRST_RETRY, first.at + event + ofSchedule);
  if (latest >= until || (next !== undefined && next.at <= latest)) return [];
  const what = `resent, it was answered with ${again.all[0].status ?? 'nothing'}, and no attempt followed within ${latest - again.at} s`;
  const allowed = 'an attempt about 1 minute later, or at the next time of a schedule that counts from the event';
  return [violationOf(sent, 'delivery.resent-retried', what, allowed)];
}

export function violationOf(sent: Sent, requirement: RequirementId, what: string, allowed: string): Violation {
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

function once<T>(make: () => T): () => T {
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
