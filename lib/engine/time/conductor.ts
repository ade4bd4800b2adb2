import { Blocked, NotExercised } from '../checks/outcome.ts';
import type { History } from '../durable/store/index.ts';
import { Activity, type Doing } from './activity.ts';
import { type Clock, realClock } from './clock.ts';
import { type Bounds, TargetClock } from './target-clock.ts';

/**
 * What the conductor moves when everybody waits; resolves to the target's time afterwards, in epoch milliseconds, where it says it.
 * Null where the target's clock cannot be advanced: then time is real.
 */
export type MoveClock = (seconds: number) => Promise<unknown>;

interface Sleeper {
  readonly due: number;
  /** When what is awaited must have come; a look meanwhile is due earlier. */
  readonly ends: number;
  readonly what: string;
  wake(error?: Error): void;
}

/** Real milliseconds after which a sleeper looks at the clock again: a machine may have slept meanwhile. */
const DOZE = 60_000;

/** Milliseconds, of which a step of the clock is a multiple: who began to wait at nearly the same moment goes on at the same. */
const GRAIN = 100;

/** Milliseconds by which the target's time may be unknown after it was moved: where it is more, the clock is read again, a few times. */
const DOUBT = 500;
const READS = 3;

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
  readonly #advance: MoveClock | null;
  readonly #maxActive: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #entrants: Entrant[] = [];
  #active = 0;
  /** As `#active`, of which others need not wait: see `Activity.aside`. */
  #aside = 0;
  #movedMs = 0;
  #advancing: Promise<void> | null = null;
  #looking = false;
  #advances = 0;
  #slept = 0;
  #restingSince = performance.now();
  readonly #clock: Clock;
  readonly target: TargetClock;
  readonly #late: (ms: number) => void;

  /** `late`: is told by how many milliseconds a timer was late. */
  constructor(options: { advance: MoveClock | null; maxActive: number; clock?: Clock; late?: (ms: number) => void }) {
    this.#late = options.late ?? (() => {});
    this.#advance = options.advance;
    this.#maxActive = options.maxActive;
    this.#clock = options.clock ?? realClock();
    this.target = new TargetClock(this.#clock);
  }

  /** True where time can be advanced, so that waiting costs nothing. */
  get controlled(): boolean {
    return this.#advance !== null;
  }

  /** The target's time as it passes for this run, in epoch milliseconds: what its clock has certainly reached. */
  now(): number {
    return this.target.earliest;
  }

  /** When, as `now` counts, something arrived here (`performance.now()`). */
  at(mono: number): Bounds {
    return this.target.at(this.#clock.now() + this.#clock.passed(mono - performance.now()));
  }

  /** Makes a call that moves the target's clock by so much, and answers with its time. */
  async standing<T>(call: () => Promise<T>, movesMs = 0): Promise<T> {
    const answer = await this.target.during(call, movesMs);
    this.#movedMs += movesMs;
    return answer;
  }

  /** How far the clock was advanced, how often, and how long the run slept in real time with nothing else to do (ms). */
  get totals(): { advancedMs: number; advances: number; sleptMs: number } {
    return { advancedMs: this.#movedMs, advances: this.#advances, sleptMs: this.#slept };
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
  changes(from: Doing, to: Doing): void {
    // In this order: an activity that goes on with something else has not rested.
    if (to === 'acts') this.#begin();
    if (to === 'aside') this.#begin(true);
    if (from === 'acts') this.#active--;
    if (from === 'aside') this.#aside--;
    if (this.#active + this.#aside === 0) this.#restingSince = performance.now();
    if (to !== 'acts') this.#proceed();
  }

  #begin(aside = false): void {
    if (this.#active + this.#aside === 0) this.#slept += performance.now() - this.#restingSince;
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
      // Time also passes by itself, for example while others stay busy.
      const doze = (): NodeJS.Timeout => {
        const ms = Math.min(this.#clock.realUntil(Math.max(0, sleeper.due - this.now())), DOZE);
        const ends = performance.now() + ms;
        return setTimeout(() => {
          this.#late(performance.now() - ends);
          if (sleeper.due <= this.now()) sleeper.wake();
          else timer = doze();
        }, ms);
      };
      let timer = doze();
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
    return (
      this.#active + this.#aside === 0 && this.#advancing === null && this.#advance !== null && this.#sleepers.size > 0
    );
  }

  async #move(advance: MoveClock): Promise<void> {
    const first = Math.min(...[...this.#sleepers].map(({ due }) => due)) - this.now();
    const ms = Math.ceil(first / GRAIN) * GRAIN;
    try {
      if (Number.isFinite(ms) && ms > 0) {
        await this.standing(() => advance(ms / 1000), ms);
        this.#advances++;
        await this.#look(advance);
      }
      const now = this.now();
      for (const sleeper of [...this.#sleepers]) if (sleeper.due <= now) sleeper.wake();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      for (const sleeper of [...this.#sleepers])
        sleeper.wake(new Blocked(`the clock could not be advanced: ${reason}`));
    }
  }

  /** While receivers kept the last step waiting, nothing told how long the clock stood still. */
  async #look(advance: MoveClock): Promise<void> {
    if (Number.isNaN(this.target.origin)) return;
    for (let reads = 0; reads < READS && this.target.latest - this.target.earliest > DOUBT; reads++) {
      await this.standing(() => advance(0));
    }
  }
}
