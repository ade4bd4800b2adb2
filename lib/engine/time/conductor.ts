import { Blocked, NotExercised } from '../checks/outcome.ts';
import type { History } from '../durable/store/index.ts';
import { Activity, type ActivityState } from './activity.ts';
import { type Clock, realClock } from './clock.ts';
import { TargetClock, type TimeBounds } from './target-clock.ts';

/**
 * Moves the target's clock by `seconds`; resolves to the target's time afterwards, in epoch milliseconds, if control reports it. Null in
 * its place means that the clock cannot be advanced: then time is real.
 */
export type MoveClock = (seconds: number) => Promise<unknown>;

interface Sleeper {
  readonly due: number;
  /** When what is awaited must have come; `due` may be an earlier look at it. */
  readonly ends: number;
  readonly what: string;
  wake(error?: Error): void;
}

/** Real milliseconds after which a sleeper reads the clock again: the machine may have slept meanwhile. */
const MAX_TIMER_MS = 60_000;

/** A step of the clock is a multiple of this, in milliseconds, so that waits that began at nearly the same moment end together. */
const STEP_MS = 100;

/** Uncertainty of the target's time after a move, in milliseconds, above which the clock is read again, at most MAX_REREADS times. */
const MAX_UNCERTAINTY_MS = 500;
const MAX_REREADS = 3;

interface WaitingActivity {
  readonly order: number;
  admit(): void;
}

/**
 * Runs all checks over one target clock.
 *
 * Many checks run at once. Each either acts or waits for the target's time to pass. Only when all of them wait does the conductor advance
 * the clock, and only as far as the first of them needs: so no check sees the clock move while it acts, a day takes a moment, and all
 * waits of a run overlap. If the clock cannot be advanced, the same waits pass in real time and overlap in the same way.
 */
export class Conductor {
  readonly #advance: MoveClock | null;
  readonly #maxActive: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #waitingActivities: WaitingActivity[] = [];
  #active = 0;
  /** As `#active`, for work that does not count towards `maxActive`: see `Activity.aside`. */
  #aside = 0;
  #movedMs = 0;
  #advancing: Promise<void> | null = null;
  #isProceeding = false;
  #advances = 0;
  #sleptMs = 0;
  #idleSince = performance.now();
  readonly #clock: Clock;
  readonly target: TargetClock;
  readonly #onLate: (ms: number) => void;

  /**
   * `late`: called with the milliseconds by which a timer was late. `moved`: called with the milliseconds by which the target's clock was
   * moved by others.
   */
  constructor(options: {
    advance: MoveClock | null;
    maxActive: number;
    clock?: Clock;
    late?: (ms: number) => void;
    moved?: (ms: number) => void;
  }) {
    this.#onLate = options.late ?? (() => {});
    this.#advance = options.advance;
    this.#maxActive = options.maxActive;
    this.#clock = options.clock ?? realClock();
    this.target = new TargetClock(this.#clock, options.moved);
  }

  /** True if the target's clock can be advanced, so that waiting takes no real time. */
  get controlled(): boolean {
    return this.#advance !== null;
  }

  /** The target's time as it passes for this run, in epoch milliseconds: what its clock has certainly reached. */
  now(): number {
    return this.target.earliest;
  }

  /** The target's time, on the scale of `now`, at which something arrived here at `mono` (`performance.now()`). */
  at(mono: number): TimeBounds {
    return this.target.at(this.#clock.now() + this.#clock.passed(mono - performance.now()));
  }

  /** Makes a call that moves the target's clock by `movesMs`, and that resolves to the target's time if control reports it. */
  async standing<T>(call: () => Promise<T>, movesMs = 0): Promise<T> {
    const answer = await this.target.during(call, movesMs);
    this.#movedMs += movesMs;
    return answer;
  }

  /** How far (ms) and how often the clock was advanced, and for how long (real ms) the run did nothing but wait. */
  get totals(): { advancedMs: number; advances: number; sleptMs: number } {
    return { advancedMs: this.#movedMs, advances: this.#advances, sleptMs: this.#sleptMs };
  }

  /** The current waits, the first to end first, and for how much longer they last at the most (milliseconds of the target's time). */
  get waiting(): { what: string; inMs: number }[] {
    const now = this.now();
    return [...this.#sleepers]
      .sort((a, b) => a.ends - b.ends)
      .map(({ what, ends }) => ({ what, inMs: Math.max(0, ends - now) }));
  }

  /** Begins an activity as soon as fewer than `maxActive` act; lower `order` first. */
  async begin(order: number, history: History | null = null): Promise<Activity> {
    if (this.#active >= this.#maxActive || this.#advancing !== null) {
      await new Promise<void>((admit) => {
        this.#waitingActivities.splice(placeAfter(order, this.#waitingActivities), 0, { order, admit });
      });
    } else {
      this.#begin();
    }
    return new Activity(this, order, history);
  }

  /** For Activity only. No activity acts while the clock moves, even if what it waited for came on the way. */
  async untilClockRests(): Promise<void> {
    while (this.#advancing !== null) await this.#advancing;
  }

  /** For Activity only. */
  onStateChange(from: ActivityState, to: ActivityState): void {
    // Counted in before it is counted out: an activity that goes on to other work has not rested.
    if (to === 'active') this.#begin();
    if (to === 'aside') this.#begin(true);
    if (from === 'active') this.#active--;
    if (from === 'aside') this.#aside--;
    if (this.#active + this.#aside === 0) this.#idleSince = performance.now();
    if (to !== 'active') this.#proceed();
  }

  #begin(aside = false): void {
    if (this.#active + this.#aside === 0) this.#sleptMs += performance.now() - this.#idleSince;
    if (aside) this.#aside++;
    else this.#active++;
  }

  /** Resolves when `ms` of the target's time have certainly passed. */
  sleep(ms: number, what: string, signal?: AbortSignal): Promise<void> {
    const due = this.target.latest + ms;
    return this.sleepUntil(due, due, what, signal);
  }

  /** Resolves when the target's clock has certainly reached `due`. */
  sleepUntil(due: number, ends: number, what: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper: Sleeper = {
        due,
        ends,
        what,
        wake: (error) => {
          this.#sleepers.delete(sleeper);
          clearTimeout(timer);
          signal?.removeEventListener('abort', aborted);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      const aborted = () =>
        sleeper.wake(signal?.reason instanceof Error ? signal.reason : new NotExercised('interrupted'));
      signal?.addEventListener('abort', aborted);
      // Time also passes without being advanced, for example while other activities act.
      const setTimer = (): NodeJS.Timeout => {
        const ms = Math.min(this.#clock.realUntil(Math.max(0, sleeper.due - this.now())), MAX_TIMER_MS);
        const ends = performance.now() + ms;
        return setTimeout(() => {
          this.#onLate(performance.now() - ends);
          if (sleeper.due <= this.now()) sleeper.wake();
          else timer = setTimer();
        }, ms);
      };
      let timer = setTimer();
      this.#sleepers.add(sleeper);
    });
  }

  #proceed(): void {
    while (this.#active < this.#maxActive && this.#advancing === null) {
      const waiting = this.#waitingActivities.shift();
      if (waiting === undefined) break;
      this.#begin();
      waiting.admit();
    }
    if (this.#isProceeding || !this.#allWait()) return;
    this.#isProceeding = true;
    // Activities whose wait has just ended go first: their continuation may still be in the microtask queue.
    setImmediate(() => {
      this.#isProceeding = false;
      if (this.#advance === null || !this.#allWait()) return;
      this.#advancing = this.#move(this.#advance).finally(() => {
        this.#advancing = null;
        setImmediate(() => this.#proceed());
      });
    });
  }

  #allWait(): boolean {
    return (
      this.#active + this.#aside === 0 && this.#advancing === null && this.#advance !== null && this.#sleepers.size > 0
    );
  }

  async #move(advance: MoveClock): Promise<void> {
    const first = Math.min(...[...this.#sleepers].map(({ due }) => due)) - this.now();
    const ms = Math.ceil(first / STEP_MS) * STEP_MS;
    try {
      if (Number.isFinite(ms) && ms > 0) {
        await this.standing(() => advance(ms / 1000), ms);
        this.#advances++;
        await this.#narrowBounds(advance);
      }
      const now = this.now();
      for (const sleeper of [...this.#sleepers]) if (sleeper.due <= now) sleeper.wake();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      for (const sleeper of [...this.#sleepers])
        sleeper.wake(new Blocked(`the clock could not be advanced: ${reason}`));
    }
  }

  /** Reads the target's clock where it can be advanced, so that moves by others are noticed. */
  async readClock(): Promise<void> {
    const advance = this.#advance;
    if (advance !== null) await this.standing(() => advance(0)).catch(() => {});
  }

  /** Reads the clock: while webhook receivers delayed the last move, it stood still for an unknown time. */
  async #narrowBounds(advance: MoveClock): Promise<void> {
    if (Number.isNaN(this.target.origin)) return;
    for (
      let reads = 0;
      reads < MAX_REREADS && this.target.latest - this.target.earliest > MAX_UNCERTAINTY_MS;
      reads++
    ) {
      await this.standing(() => advance(0));
    }
  }
}

/** Where an activity of this order belongs: after all of the same order. Found by halving, because thousands wait. */
function placeAfter(order: number, waiting: readonly WaitingActivity[]): number {
  let from = 0;
  let to = waiting.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((waiting[middle]?.order ?? order) <= order) from = middle + 1;
    else to = middle;
  }
  return from;
}
