import type { History } from '../journal/index.ts';
import { Activity } from './activity.ts';
import { type Clock, realClock } from './clock.ts';
import { Blocked, NotExercised } from './outcome.ts';

/**
 * What the conductor moves when everybody waits; resolves to the target's time afterwards, in epoch milliseconds, where it says it.
 * Null where the target's clock cannot be advanced: then time is real.
 */
export type Advance = (seconds: number) => Promise<unknown>;

interface Sleeper {
  readonly due: number;
  /** When what is awaited must have come; a look meanwhile is due earlier. */
  readonly ends: number;
  readonly what: string;
  wake(error?: Error): void;
}

/** Real milliseconds after which a sleeper looks at the clock again: a machine may have slept meanwhile. */
const DOZE = 60_000;

interface Entrant {
  readonly order: number;
  admit(): void;
}

/**
 * Conducts all checks of a run over one target clock.
 *
 * Many checks run at once. Each is either doing something or waiting for the target's time to pass. Only when all of
 * them wait does the conductor advance the clock, and only as far as the first of them needs: so nobody's clock
 * moves under their feet, a day takes a moment, and all waits of a run overlap. Where the clock cannot be advanced, the
 * same waits pass in real time and overlap just so.
 */
export class Conductor {
  readonly #advance: Advance | null;
  readonly #maxActive: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #entrants: Entrant[] = [];
  #active = 0;
  #advanced = 0;
  #advancing: Promise<void> | null = null;
  #looking = false;
  #advances = 0;
  /** Calls during which the target's clock may stand still, and since when. */
  #calls = 0;
  #stoppedAt = 0;
  /** The target's time at 0 of ours; NaN while it has not said it. */
  #origin = Number.NaN;
  /** The longest that a call took, in milliseconds. */
  #doubt = 0;
  #originDoubt = 0;
  #slept = 0;
  #restingSince = performance.now();
  readonly #clock: Clock;

  constructor(options: { advance: Advance | null; maxActive: number; clock?: Clock }) {
    this.#advance = options.advance;
    this.#maxActive = options.maxActive;
    this.#clock = options.clock ?? realClock();
  }

  /** An earlier process of this run has moved the clock so far (ms). */
  movedBefore(ms: number): void {
    this.#advanced += ms;
  }

  /** True where time can be advanced, so that waiting costs nothing. */
  get controlled(): boolean {
    return this.#advance !== null;
  }

  /** The target's time as it passes for this run: epoch milliseconds, and as much more as its clock was moved. */
  now(): number {
    return (this.#calls > 0 ? this.#stoppedAt : this.#clock.now()) + this.#advanced;
  }

  /**
   * Makes a call that moves the target's clock by so much, and during which it may stand still, as it does while receivers keep their
   * answers back: what the call takes is counted as time that has passed there only as far as the target's own time, with which the
   * call answers, says so. On a long way it does: the clock stands still for a part of the call only.
   */
  async standing<T>(call: () => Promise<T>, movesMs = 0): Promise<T> {
    if (this.#calls++ === 0) this.#stoppedAt = this.#clock.now();
    let said: unknown;
    try {
      const answer = await call();
      said = answer;
      this.#advanced += movesMs;
      return answer;
    } finally {
      if (--this.#calls === 0) this.#goOn(said);
    }
  }

  /** Time goes on after a call: between having stood still all the while and not at all, where the target says that it is. */
  #goOn(said: unknown): void {
    const latest = this.#clock.now() + this.#advanced;
    const earliest = this.#stoppedAt + this.#advanced;
    let now = earliest;
    if (typeof said === 'number' && Number.isFinite(said)) {
      // Nobody knows when, during its first answer, the target looked at its clock; what it says later is compared with that.
      if (Number.isNaN(this.#origin)) {
        this.#origin = said - (earliest + latest) / 2;
        this.#originDoubt = (latest - earliest) / 2;
      }
      now = Math.max(earliest, Math.min(said - this.#origin, latest));
    }
    this.#advanced -= latest - now;
    this.#doubt = Math.max(this.#doubt, latest - earliest);
  }

  /** How far the clock was advanced, how often, and how long the run slept in real time with nothing else to do (ms). */
  get totals(): { advancedMs: number; advances: number; sleptMs: number } {
    return { advancedMs: this.#advanced, advances: this.#advances, sleptMs: this.#slept };
  }

  /** How far the clock was advanced. An answer is on its way for a while, and nobody knows for how long: a second is a long while. */
  get advanced(): { ms: number; uncertaintyMs: number } {
    return { ms: this.#advanced, uncertaintyMs: Math.min(this.#doubt, 1_000) + this.#originDoubt };
  }

  /** What is being waited for, and for how much longer at the most (target time), soonest first. */
  get waiting(): { what: string; inMs: number }[] {
    const now = this.now();
    return [...this.#sleepers]
      .sort((a, b) => a.ends - b.ends)
      .map(({ what, ends }) => ({ what, inMs: Math.max(0, ends - now) }));
  }

  /** Begins an activity as soon as there is room for one more that is not waiting; lower `order` first. */
  async begin(order: number, history: History | null = null): Promise<Activity> {
    if (this.#active >= this.#maxActive || this.#advancing !== null) {
      await new Promise<void>((admit) => {
        const at = this.#entrants.findIndex((entrant) => entrant.order > order);
        this.#entrants.splice(at === -1 ? this.#entrants.length : at, 0, { order, admit });
      });
    } else {
      this.#begin();
    }
    return new Activity(this, order, history);
  }

  /** For Activity alone. Nobody acts while the clock moves, even when what they waited for came on the way. */
  async steady(): Promise<void> {
    while (this.#advancing !== null) await this.#advancing;
  }

  /** For Activity alone. */
  resume(): void {
    this.#begin();
  }

  /** For Activity alone. */
  rest(): void {
    if (--this.#active === 0) this.#restingSince = performance.now();
    this.#proceed();
  }

  #begin(): void {
    if (this.#active++ === 0) this.#slept += performance.now() - this.#restingSince;
  }

  /** Resolves when `ms` of the target's time have passed. */
  sleep(ms: number, what: string, signal?: AbortSignal): Promise<void> {
    return this.sleepUntil(this.now() + ms, this.now() + ms, what, signal);
  }

  /** Resolves when the target's time is `due`. */
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
      // Time also passes by itself, for example while others stay busy.
      const doze = () => {
        const left = sleeper.due - this.now();
        if (left <= 0) sleeper.wake();
        else timer = setTimeout(doze, Math.min(this.#clock.realUntil(left), DOZE));
      };
      let timer = setTimeout(doze, Math.min(this.#clock.realUntil(Math.max(0, due - this.now())), DOZE));
      this.#sleepers.add(sleeper);
    });
  }

  #proceed(): void {
    while (this.#active < this.#maxActive && this.#advancing === null) {
      const entrant = this.#entrants.shift();
      if (entrant === undefined) break;
      this.#begin();
      entrant.admit();
    }
    if (this.#looking || !this.#allWait()) return;
    this.#looking = true;
    // Those whose wait has just ended go first: their continuation may still be in the microtask queue.
    setImmediate(() => {
      this.#looking = false;
      if (this.#advance === null || !this.#allWait()) return;
      this.#advancing = this.#move(this.#advance).finally(() => {
        this.#advancing = null;
        setImmediate(() => this.#proceed());
      });
    });
  }

  #allWait(): boolean {
    return this.#active === 0 && this.#advancing === null && this.#advance !== null && this.#sleepers.size > 0;
  }

  async #move(advance: Advance): Promise<void> {
    const ms = Math.ceil(Math.min(...[...this.#sleepers].map(({ due }) => due)) - this.now());
    try {
      if (Number.isFinite(ms) && ms > 0) {
        await this.standing(() => advance(ms / 1000), ms);
        this.#advances++;
      }
      const now = this.now();
      for (const sleeper of [...this.#sleepers]) if (sleeper.due <= now) sleeper.wake();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      for (const sleeper of [...this.#sleepers])
        sleeper.wake(new Blocked(`the clock could not be advanced: ${reason}`));
    }
  }
}
