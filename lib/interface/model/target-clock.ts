import { objectOf, type TimedStep } from './events.ts';

/** How far two clocks may drift apart, or a timer be early, in milliseconds. */
export const MAX_EARLY_MS = 20_000;

/** A `Date` header that differs less than this from what control reported, in milliseconds, is of the same clock. */
const SAME_CLOCK_MS = 30_000;

/** Milliseconds by which the clock that control moves may differ from one that it does not move while the two count as equal. */
const HARDLY_MOVED_MS = 2_000;

/** By how much a report must be ahead of this run's own moves to show that others moved the clock, in milliseconds. */
const MIN_MOVED_MS = 5_000;

interface ClockReading {
  /** When the target was asked and when it answered, by our clock. */
  readonly began: number;
  readonly ended: number;
  /** The target's clock at some moment in between: earliest and latest. */
  readonly earliest: number;
  readonly latest: number;
}

/**
 * What the target's own clock showed at moments of ours, as bounds, in milliseconds. The only assumption is that it
 * does not go back; where it reported nothing there is no bound.
 */
export class TargetClock {
  readonly #readings: ClockReading[] = [];

  add(telling: ClockReading): void {
    this.#readings.push(telling);
  }

  /** A time that the target's clock had certainly reached by the moment `at` of our clock. */
  notBefore(at: number): number {
    const { byEnd } = this.#sorted();
    return byEnd[countUntil(byEnd, ({ ended }) => ended <= at) - 1]?.most ?? Number.NEGATIVE_INFINITY;
  }

  /** A time that the target's clock had certainly not passed at the moment `at` of our clock. */
  notAfter(at: number): number {
    const { byBeginning } = this.#sorted();
    return byBeginning[countUntil(byBeginning, ({ began }) => began < at)]?.least ?? Number.POSITIVE_INFINITY;
  }

  #sortedReadings: {
    readonly count: number;
    readonly byEnd: readonly BoundedReading[];
    readonly byBeginning: readonly BoundedReading[];
  } | null = null;

  #sorted() {
    const count = this.#readings.length;
    if (this.#sortedReadings?.count === count) return this.#sortedReadings;
    let most = Number.NEGATIVE_INFINITY;
    const byEnd = this.#readings
      .toSorted((one, other) => one.ended - other.ended)
      .map((telling) => {
        most = Math.max(most, telling.earliest);
        return { ...telling, most, least: telling.latest };
      });
    let least = Number.POSITIVE_INFINITY;
    const byBeginning = this.#readings
      .toSorted((one, other) => other.began - one.began)
      .map((telling) => {
        least = Math.min(least, telling.latest);
        return { ...telling, most: telling.earliest, least };
      })
      .reverse();
    this.#sortedReadings = { count, byEnd, byBeginning };
    return this.#sortedReadings;
  }
}

interface BoundedReading extends ClockReading {
  readonly most: number;
  readonly least: number;
}

/** How many elements of a sorted list precede the first that does not fit. */
export function countUntil<T>(all: readonly T[], fits: (each: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(all[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The target's time, as bounds: it runs as ours does, and control moves it forward. During an advance it may stand
 * still, because the time-out of a webhook passes in real time.
 */
export class TargetTime {
  #advancesBegunMs = 0;
  #advancesEndedMs = 0;
  #leadMs = 0;
  #doneUntil = 0;
  /** For how many real milliseconds it may have stood still; and since when it may be standing still now. */
  #stood = 0;
  #standsStillSince: number | null = null;
  /** The time that control last reported, and our time then. */
  #lastReported: { readonly theirs: number; readonly ours: number } | null = null;

  /** Every move of this run, in the order in which they began. */
  readonly #moves: TimedStep[] = [];
  #byOthers: number | null = null;

  /** Learns in advance from a step; called for all steps, in the order in which they began. */
  learnFrom(step: TimedStep): void {
    if (step.endpoint === 'POST /clock/advance' && step.outcome !== 'refused') this.#moves.push(step);
  }

  /**
   * By how much others moved the clock, as the times that control reported show, in milliseconds. When they did is not known: from the beginning
   * on, it may have been moved by all of that.
   */
  get #byOthersMs(): number {
    this.#byOthers ??= this.#movedByOthers();
    return this.#byOthers;
  }

  #movedByOthers(): number {
    let [own, next, most] = [0, 0, 0];
    let first: number | null = null;
    for (const step of this.#moves.toSorted((one, other) => one.ended - other.ended)) {
      // A move that began before this answer came may have happened before it was given.
      for (let move = this.#moves[next]; move !== undefined && move.began <= step.ended; move = this.#moves[++next])
        own += secondsIn(move);
      const theirs = step.outcome === 'done' ? Date.parse(step.now ?? '') : Number.NaN;
      if (Number.isNaN(theirs)) continue;
      // At least this much ahead of ours, if the clock was read as the answer was sent; at first at most, if as the request arrived.
      first ??= theirs - step.began - own;
      most = Math.max(most, theirs - step.ended - own - first);
    }
    return most >= MIN_MOVED_MS ? most + MAX_EARLY_MS : 0;
  }

  applyStep(step: TimedStep, isOver: boolean): void {
    if (step.endpoint !== 'POST /clock/advance' || step.outcome === 'refused') return;
    const ms = secondsIn(step);
    if (!isOver) {
      this.#advancesBegunMs += ms;
      this.#standsStillSince ??= step.began;
      return;
    }
    this.#stood += step.ended - step.began;
    this.#standsStillSince = null;
    if (step.outcome !== 'done') return;
    this.#advancesEndedMs += ms;
    const theirs = Date.parse(step.now ?? '');
    this.#lastReported = Number.isNaN(theirs) ? null : { theirs, ours: step.ended };
    this.#doneUntil = this.boundsAt(step.ended).earliest;
  }

  /** Everything due by this time has happened, and every webhook due has been sent: an advance of the clock has been answered. */
  get doneUntil(): number {
    return this.#doneUntil;
  }

  /** The clock of a target may be ahead of ours without any advance: its `Date` headers show it. */
  readDateHeader(date: number | null, at: number): void {
    if (date !== null) this.#leadMs = Math.max(this.#leadMs, date + 2_000 - at);
  }

  /**
   * Whether this `Date` header certainly comes from the clock that control moves. A web server or a proxy in front of the target may write the
   * header by a clock of its own. While both clocks show nearly the same time, the header may come from either.
   */
  isOwnClock(date: number, at: number): boolean {
    if (this.#lastReported === null) return false;
    const { theirs, ours } = this.#lastReported;
    const ahead = Math.abs(theirs - ours);
    // A move that has not been answered may have happened, and the clock may stand still until it is.
    const areEqual = [ahead, this.#advancesBegunMs, this.#stoodStillAt(at)].every((ms) => ms <= HARDLY_MOVED_MS);
    const areFarApart = ahead > 2 * SAME_CLOCK_MS;
    return (areEqual || areFarApart) && Math.abs(date - theirs - (at - ours)) <= SAME_CLOCK_MS;
  }

  /** For how many milliseconds of a move that has not been answered it may have stood still. */
  #stoodStillAt(now: number): number {
    return this.#standsStillSince === null ? 0 : Math.max(0, now - this.#standsStillSince);
  }

  boundsAt(now: number): { earliest: number; latest: number } {
    return {
      earliest: now - this.#stood - this.#stoodStillAt(now) + this.#advancesEndedMs,
      latest: now + Math.max(this.#advancesBegunMs + this.#byOthersMs, this.#leadMs),
    };
  }
}

/** By how much a step moves the clock, in milliseconds. */
const secondsIn = ({ body }: TimedStep): number => 1_000 * Number(objectOf(body)?.seconds ?? 0);
