import { formatGap, type Gap } from './gaps.ts';
import type { RecordedStep, RunStore } from './run-store.ts';

/** How what a step threw goes on disk and comes back; null: it does not, and the step is done again. */
export interface Errors {
  write(error: unknown): unknown;
  read(written: unknown): unknown;
}

export interface HistoryOptions {
  readonly store: RunStore;
  readonly name: string;
  readonly turn: number;
  /** On the run's clock, epoch milliseconds. */
  readonly began: number;
  readonly now: () => number;
  readonly errors: Errors;
  /** Aborted: what comes is an end, not a result. */
  readonly signal: AbortSignal;
}

export interface Step<B, T> {
  /** Noted before it is done; on disk before it is done where `first` says so. */
  begin?: B;
  first?: boolean;
  /** Ends it before it is over: that is a result too. */
  signal?: AbortSignal | undefined;
  /** Does it. `lost`: it was begun before, and what came of it is not known. */
  live(begun: B, lost: boolean): Promise<T>;
}

type Done = { value: unknown } | { error: unknown } | { aborted: true } | { unkept: true };

/** Real milliseconds after which a recorded step that nobody asks for is given up. */
const PATIENCE = 400;

/**
 * What one check (or one preparation) has done, step by step. A check that is begun again after its process has ended runs through
 * the same code; what it had done is answered from here, in the order in which it had come about, so that it finds itself where it
 * was. From there on it goes on for real.
 */
export class History {
  readonly name: string;
  readonly turn: number;
  /** What makes it doubtful that a failure is the target's. */
  readonly doubts: string[] = [];
  /** How often it has looked at deliveries. */
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
  /** When the last thing was seen or done. */
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

  /** On the run's clock, milliseconds. */
  get lived(): number {
    return this.#options.now() - this.#options.began;
  }

  /** The next number of its kind: the same again when the check is run through again. */
  count(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }

  /** Something that is seen at once, and is seen the same again. */
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

  /** Does a step, or answers what came of it when it was done before. */
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
      // What cannot be told again is done again, in its place.
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

  /** Waits for what others do: meanwhile it is no surprise that nothing more is asked for. */
  async outside<T>(promise: Promise<T>): Promise<T> {
    this.#outside++;
    try {
      return await promise;
    } finally {
      this.#outside--;
      void this.#pump();
    }
  }

  /** Since when the check has been where it is: now, or before the interruption after which it has done nothing yet. */
  get here(): number {
    const now = this.#options.now();
    return this.unheard(this.#last, now) === undefined ? now : this.#last;
  }

  /** The first gap in which nobody listened between these moments of the run's clock. */
  unheard(from: number, to: number): Gap | undefined {
    return this.#options.store.gaps.find((gap) => gap.from < to && gap.to > from);
  }

  doubt(why: string | Gap): void {
    const words = typeof why === 'string' ? why : formatGap(why);
    if (!this.doubts.includes(words)) this.doubts.push(words);
  }

  /** What comes now comes later than it was meant to, where the check was interrupted while it acted, and not while it waited. */
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

  /** Answers recorded steps one by one: what follows from one is done before the next is answered. */
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
    // What follows from the last is done before anything new begins.
    if (this.#next >= this.#order.length) setImmediate(this.#caughtUp.resolve);
  }

  /** The check does not ask for what it had done: then what it had done does not tell where it was. */
  #loseTheThread(): void {
    this.doubt('after an interruption it could not be told where the check was');
    this.#next = this.#order.length;
    for (const answer of this.#asked.values()) answer();
    this.#asked.clear();
  }
}

/** A step that is seen at once has no place in the order of answers. */
const NOTE = '=';

/** Rejects when the signal is aborted, with its reason. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
