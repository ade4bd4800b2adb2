import { formatGap, type Gap } from './gaps.ts';
import type { RecordedStep, RunStore } from './run-store.ts';

/** Converts the errors that steps throw to data for the disk, and back. null: such an error is not kept, and the step is done again. */
export interface Errors {
  write(error: unknown): unknown;
  read(written: unknown): unknown;
}

export interface HistoryOptions {
  readonly store: RunStore;
  readonly name: string;
  readonly turn: number;
  /** Epoch milliseconds of the run's clock. */
  readonly began: number;
  readonly now: () => number;
  readonly errors: Errors;
  /** When it is aborted, what steps return or throw is no longer recorded: the run is being ended. */
  readonly signal: AbortSignal;
}

export interface Step<B, T> {
  /** `begin`: recorded before the step is done; if `first`, the step waits until that is on disk. */
  begin?: B;
  first?: boolean;
  /** Ends the step early; that is recorded as its result. */
  signal?: AbortSignal | undefined;
  /** Does the step. `lost`: an earlier process began it, and its result is unknown. */
  live(begun: B, lost: boolean): Promise<T>;
}

type Done = { value: unknown } | { error: unknown } | { aborted: true } | { unkept: true };

/** Real milliseconds after which the replay no longer waits for the check to reach a recorded step. */
const PATIENCE = 400;

/**
 * What one check (or one preparation) has done, step by step. When a check is resumed in another process it runs through the same code:
 * recorded steps return their recorded results, in the order in which they occurred, so that the check arrives where it was. From there
 * on it continues for real.
 */
export class History {
  readonly name: string;
  readonly turn: number;
  /** Reasons to doubt that a failure is the target's. */
  readonly doubts: string[] = [];
  /** How often the check has looked at deliveries. */
  looks = 0;
  readonly #options: HistoryOptions;
  readonly #recorded: Map<string, RecordedStep>;
  readonly #order: string[];
  readonly #counts = new Map<string, number>();
  readonly #asked = new Map<string, () => void>();
  readonly #caughtUp = Promise.withResolvers<void>();
  #next = 0;
  #places: number;
  #outside = 0;
  #pumping = false;
  /** When the last step was done or the last note taken, in milliseconds of the run's clock. */
  #last: number;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.name = options.name;
    this.turn = options.turn;
    this.#last = options.began;
    const steps = options.store.steps(options.name);
    this.#recorded = new Map(steps.map((step) => [step.step, step]));
    const done = steps.filter(({ place }) => place !== null).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
    this.#order = done.filter(({ step }) => !step.startsWith(NOTE)).map(({ step }) => step);
    this.#places = (done.at(-1)?.place ?? 0) + 1;
    if (this.#order.length === 0) this.#caughtUp.resolve();
  }

  /** Milliseconds of the run's clock since the history began. */
  get lived(): number {
    return this.#options.now() - this.#options.began;
  }

  /** The next number of its kind; a replay gets the same numbers. */
  count(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }

  /** A value that is available at once; a replay gets the same value. */
  note<T>(kind: string, look: () => T): T {
    const step = `${NOTE}${kind} ${this.count(NOTE + kind)}`;
    const recorded = this.#recorded.get(step);
    if (recorded?.place != null) {
      this.#last = recorded.at;
      return (recorded.done as { value: T }).value;
    }
    const value = look();
    this.#goesOn();
    this.#done(step, { value });
    return value;
  }

  /** Does a step, or returns or throws its recorded result. */
  async step<B, T>(kind: string, { begin, first, signal, live }: Step<B, T>): Promise<T> {
    const step = `${kind} ${this.count(kind)}`;
    const recorded = this.#recorded.get(step);
    if (recorded?.place != null) {
      await this.#turnOf(step);
      this.#last = recorded.at;
      const done = recorded.done as Done;
      if ('value' in done) return done.value as T;
      if ('error' in done) throw this.#options.errors.read(done.error);
      if ('aborted' in done && signal !== undefined) await endOf(signal);
      // A result that was not kept is obtained again, in its place in the order.
      return await this.outside(live(recorded.begun as B, false));
    }
    void this.#pump();
    await this.#caughtUp.promise;
    const lost = recorded !== undefined && recorded.place === null;
    if (!lost || first) this.#goesOn();
    const begun = recorded === undefined ? (begin as B) : (recorded.begun as B);
    if (recorded === undefined) {
      this.#options.store.begun(this.name, step, begin);
      if (first) await this.#options.store.committed();
    }
    try {
      const value = await live(begun, lost);
      this.#done(step, { value });
      return value;
    } catch (error) {
      const written = this.#options.errors.write(error);
      if (signal?.aborted) this.#done(step, { aborted: true });
      else this.#done(step, written === null ? { unkept: true } : { error: written });
      throw error;
    }
  }

  /** Waits for the work of other activities; meanwhile the check is not expected to reach its next recorded step. */
  async outside<T>(promise: Promise<T>): Promise<T> {
    this.#outside++;
    try {
      return await promise;
    } finally {
      this.#outside--;
      void this.#pump();
    }
  }

  /** Since when the check has been where it is: now, or a time before the interruption after which it has not done anything yet. */
  get here(): number {
    const now = this.#options.now();
    return this.unheard(this.#last, now) === undefined ? now : this.#last;
  }

  /** The first period between these moments of the run's clock in which no process listened. */
  unheard(from: number, to: number): Gap | undefined {
    return this.#options.store.gaps.find((gap) => gap.from < to && gap.to > from);
  }

  doubt(why: string | Gap): void {
    const words = typeof why === 'string' ? why : formatGap(why);
    if (!this.doubts.includes(words)) this.doubts.push(words);
  }

  /** A step that follows an interruption is later than it was meant to be, if the check was acting and not waiting. */
  #goesOn(): void {
    const gap = this.unheard(this.#last, this.#options.now());
    if (gap !== undefined) this.doubt(gap);
  }

  #done(step: string, done: Done): void {
    if (this.#options.signal.aborted) return;
    this.#last = this.#options.now();
    this.#options.store.done(this.name, step, this.#places++, this.#last, done);
  }

  #turnOf(step: string): Promise<void> {
    return new Promise((resolve) => {
      this.#asked.set(step, resolve);
      void this.#pump();
    });
  }

  /** Answers recorded steps one by one: everything that follows from one is done before the next is answered. */
  async #pump(): Promise<void> {
    if (this.#pumping || this.#next >= this.#order.length) return;
    this.#pumping = true;
    let since = performance.now();
    for (let turns = 0; this.#next < this.#order.length; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      const step = this.#order[this.#next] ?? '';
      const answer = this.#asked.get(step);
      if (answer !== undefined) {
        this.#asked.delete(step);
        this.#next++;
        since = performance.now();
        turns = 0;
        answer();
      } else if (this.#outside > 0) {
        break;
      } else if (turns > 20 && performance.now() - since > PATIENCE) {
        this.#loseTheThread();
      }
    }
    this.#pumping = false;
    // Everything that follows from the last recorded step is done before a new step begins.
    if (this.#next >= this.#order.length) setImmediate(this.#caughtUp.resolve);
  }

  /** The check does not repeat its recorded steps: they then do not show where it was. */
  #loseTheThread(): void {
    this.doubt('after an interruption it could not be told where the check was');
    this.#next = this.#order.length;
    for (const answer of this.#asked.values()) answer();
    this.#asked.clear();
  }
}

/** Marks notes, which have no place in the order of answers. */
const NOTE = '=';

/** Rejects with the signal's reason when the signal is aborted. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
