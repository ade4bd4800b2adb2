import type { Clock } from './clock.ts';

/** Of anchors so many are kept, to tell what time it was when something arrived. */
const ANCHORS = 2_000;

/** What the target's clock was known to be during a call (its ends are real moments), and from its end on. */
interface Anchor {
  readonly sentAt: number;
  readonly heardAt: number;
  readonly earliestBefore: number;
  /** How far the target's clock is ahead of ours from then on, at least and at most. */
  readonly least: number;
  readonly most: number;
}

/** Two moments of the target's clock; what is meant lies between them. */
export interface Bounds {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * The target's clock, as far as it is known here. Each answer of control that says the time anchors it anew: the target looked at its
 * clock while its answer was awaited, so the time lies between what it said and as much more as the call took. Between two answers real
 * time passes, by a monotonic clock. What was known before only narrows that down: errors do not add up.
 *
 * Times are epoch milliseconds of this run: they begin at the time of day here, and pass as the target's clock does.
 */
export class TargetClock {
  readonly #clock: Clock;
  readonly #anchors: Anchor[] = [];
  #least = 0;
  #most = 0;
  /** The target's time at 0 of ours; NaN while it has not said it. */
  #origin = Number.NaN;
  /** By so much the origin may be too late: the target looked at its clock at some time during the call that told it. */
  #originLateMs = 0;
  /** Calls during which the target's clock may stand still, and the time when they began. */
  #calls = 0;
  #stoodAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get origin(): number {
    return this.#origin;
  }

  /** An earlier process of this run has been told the time: this run's goes on from there, with the next answer. */
  goesOnFrom(origin: number): void {
    this.#origin = origin;
  }

  /** What the target's clock has certainly reached. */
  get earliest(): number {
    return this.#calls > 0 ? this.#stoodAt : this.#clock.now() + this.#least;
  }

  /** What it has certainly not passed, unless it is being moved. */
  get latest(): number {
    return this.#clock.now() + this.#most;
  }

  /** How far it is ahead of the time of day here, by having been moved. */
  get ahead(): { ms: number; uncertaintyMs: number } {
    const most = this.#most + this.#originLateMs;
    return { ms: (this.#least + most) / 2, uncertaintyMs: (most - this.#least) / 2 };
  }

  /** When, on this clock, the target's own said this (epoch milliseconds); undefined while it has never said the time. */
  ofTarget(said: number): number | undefined {
    return Number.isNaN(this.#origin) ? undefined : said - this.#origin;
  }

  /** What it was when our own clock was at `real`. */
  at(real: number): Bounds {
    const anchor = this.#anchors.findLast(({ sentAt }) => sentAt <= real);
    if (anchor === undefined) return { earliest: real, latest: real };
    const latest = real + anchor.most;
    return { earliest: real < anchor.heardAt ? anchor.earliestBefore : real + anchor.least, latest };
  }

  /**
   * Makes a call that moves the target's clock by so much, and during which it may stand still, as it does while receivers keep their
   * answers back. The call resolves to the target's time where it says it, in epoch milliseconds.
   */
  async during<T>(call: () => Promise<T>, movesMs: number): Promise<T> {
    const sentAt = this.#clock.now();
    const { earliest, latest } = this;
    if (this.#calls++ === 0) this.#stoodAt = earliest;
    try {
      const said = await call();
      const heardAt = this.#clock.now();
      const before = { earliest: earliest + movesMs, latest: latest + movesMs + heardAt - sentAt };
      const { earliest: least, latest: most } = this.#narrowed(said, before, heardAt - sentAt);
      this.#least = least - heardAt;
      this.#most = most - heardAt;
      this.#stoodAt = least;
      this.#anchors.push({ sentAt, heardAt, earliestBefore: earliest, least: this.#least, most: this.#most });
      if (this.#anchors.length > ANCHORS) this.#anchors.splice(0, ANCHORS / 10);
      return said;
    } catch (error) {
      // It may have stood still all the while.
      if (this.#calls === 1) this.#least = earliest - this.#clock.now();
      throw error;
    } finally {
      this.#calls--;
    }
  }

  /** What the time is after a call that took so long. */
  #narrowed(said: unknown, before: Bounds, tookMs: number): Bounds {
    // Where it does not say it: as if it had stood still all the while, so that no wait is ever too short.
    if (typeof said !== 'number' || !Number.isFinite(said))
      return { earliest: before.earliest, latest: before.earliest };
    if (Number.isNaN(this.#origin)) {
      this.#origin = said - before.earliest;
      this.#originLateMs = before.latest - before.earliest;
    }
    const [earliest, latest] = [said - this.#origin, said - this.#origin + tookMs];
    // What the target says counts, even where it contradicts what was known: it may have been started anew.
    if (before.latest < earliest || before.earliest > latest) return { earliest, latest };
    return { earliest: Math.max(earliest, before.earliest), latest: Math.min(latest, before.latest) };
  }
}
