import type { Clock } from './clock.ts';

/** By how much (ms) a report must be ahead of what is possible to show that others moved the clock. A target may round what it is told. */
const MIN_MOVED_MS = 5_000;

/** How many anchors are kept, to determine the target's time at which something arrived. */
const MAX_ANCHORS = 2_000;

/** What was known of the target's clock during a call, from `sentAt` to `answeredAt` in real time, and from its end on. */
interface Anchor {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly earliestBefore: number;
  /** How far the target's clock is ahead of this machine's from then on, at least and at most (ms). */
  readonly minAheadMs: number;
  readonly maxAheadMs: number;
}

/** The earliest and the latest that a time of the target's clock can be. */
export interface TimeBounds {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * The target's clock, as far as it is known. Each answer of control that reports the time sets it anew: the target read its clock while
 * the answer was awaited, so the time after the call lies between the reported time and that plus the duration of the call. Between two
 * answers real time passes, by a monotonic clock. What was known before only narrows the bounds: errors do not add up.
 *
 * Times are epoch milliseconds of this run: they begin at the time of day here, and pass as the target's clock does.
 */
export class TargetClock {
  readonly #clock: Clock;
  readonly #anchors: Anchor[] = [];
  #minAheadMs = 0;
  #maxAheadMs = 0;
  /** The target's time at 0 of this clock; NaN until the target has reported its time. */
  #origin = Number.NaN;
  /** By how much (ms) the origin may be too late: the target read its clock at some time during the call that reported it. */
  #originLateMs = 0;
  /** Calls under way during which the target's clock may stand still, and the earliest time at which the first of them began. */
  #calls = 0;
  /** By how much (ms) the calls under way move the clock. */
  #beingMovedMs = 0;
  #earliestInCalls = 0;

  readonly #onMoved: (ms: number) => void;

  /** `onMoved`: called with the milliseconds by which the target's clock is ahead of where this run can have brought it. */
  constructor(clock: Clock, onMoved: (ms: number) => void = () => {}) {
    this.#clock = clock;
    this.#onMoved = onMoved;
  }

  get origin(): number {
    return this.#origin;
  }

  /** Takes over the origin that an earlier process of this run has determined; the next answer then sets the clock. */
  resumeFrom(origin: number): void {
    this.#origin = origin;
  }

  /** What the target's clock has certainly reached. */
  get earliest(): number {
    return this.#calls > 0 ? this.#earliestInCalls : this.#clock.now() + this.#minAheadMs;
  }

  /** What the target's clock has certainly not passed, unless it is being moved. */
  get latest(): number {
    return this.#clock.now() + this.#maxAheadMs;
  }

  /** How far the target's clock is ahead of the time of day here because it was moved (ms). */
  get ahead(): { ms: number; uncertaintyMs: number } {
    const maxAheadMs = this.#maxAheadMs + this.#originLateMs;
    return { ms: (this.#minAheadMs + maxAheadMs) / 2, uncertaintyMs: (maxAheadMs - this.#minAheadMs) / 2 };
  }

  /** Converts a time reported by the target's clock (epoch milliseconds) to this clock; undefined until the target has reported its time. */
  fromTargetTime(reportedMs: number): number | undefined {
    return Number.isNaN(this.#origin) ? undefined : reportedMs - this.#origin;
  }

  /** The target's time at the moment `real` of this machine's clock. */
  at(real: number): TimeBounds {
    const anchor = this.#anchors.findLast(({ sentAt }) => sentAt <= real);
    if (anchor === undefined) return { earliest: real, latest: real };
    const latest = real + anchor.maxAheadMs;
    return { earliest: real < anchor.answeredAt ? anchor.earliestBefore : real + anchor.minAheadMs, latest };
  }

  /**
   * Makes a call that moves the target's clock by `movesMs` milliseconds. The clock may stand still meanwhile, as it does while webhook
   * receivers delay their answers. The call resolves to the target's time in epoch milliseconds if control reports it.
   */
  async during<T>(call: () => Promise<T>, movesMs: number): Promise<T> {
    const sentAt = this.#clock.now();
    const { earliest, latest } = this;
    if (this.#calls++ === 0) this.#earliestInCalls = earliest;
    this.#beingMovedMs += movesMs;
    try {
      const reportedMs = await call();
      const answeredAt = this.#clock.now();
      const before = { earliest: earliest + movesMs, latest: latest + movesMs + answeredAt - sentAt };
      const { earliest: earliestAfter, latest: latestAfter } = this.#narrowed(reportedMs, before, answeredAt - sentAt);
      this.#minAheadMs = earliestAfter - answeredAt;
      this.#maxAheadMs = latestAfter - answeredAt;
      this.#earliestInCalls = earliestAfter;
      this.#anchors.push({
        sentAt,
        answeredAt,
        earliestBefore: earliest,
        minAheadMs: this.#minAheadMs,
        maxAheadMs: this.#maxAheadMs,
      });
      if (this.#anchors.length > MAX_ANCHORS) this.#anchors.splice(0, MAX_ANCHORS / 10);
      return reportedMs;
    } catch (error) {
      // The clock may have stood still during the whole call.
      if (this.#calls === 1) this.#minAheadMs = earliest - this.#clock.now();
      throw error;
    } finally {
      this.#beingMovedMs -= movesMs;
      this.#calls--;
    }
  }

  /** The bounds of the time after a call that took `tookMs`. */
  #narrowed(reportedMs: unknown, before: TimeBounds, tookMs: number): TimeBounds {
    // If control does not report the time, the clock is taken to have stood still during the call, so that no wait is too short.
    if (typeof reportedMs !== 'number' || !Number.isFinite(reportedMs))
      return { earliest: before.earliest, latest: before.earliest };
    if (Number.isNaN(this.#origin)) {
      this.#origin = reportedMs - before.earliest;
      this.#originLateMs = before.latest - before.earliest;
    }
    const [earliest, latest] = [reportedMs - this.#origin, reportedMs - this.#origin + tookMs];
    // Other calls may have moved it meanwhile, or move it now.
    const possible = Math.max(before.latest, this.latest) + this.#beingMovedMs;
    if (earliest - possible >= MIN_MOVED_MS) this.#onMoved(earliest - possible);
    // What the target reports counts even if it contradicts what was known: it may have been restarted.
    if (before.latest < earliest || before.earliest > latest) return { earliest, latest };
    return { earliest: Math.max(earliest, before.earliest), latest: Math.min(latest, before.latest) };
  }
}
