import { formatGap, type Gap } from './gaps.ts';
import type { RecordedStep, RunStore } from './run-store.ts';

/** Converts the errors that steps throw to data for the disk, and back. null: such an error is not kept, and the step is done again. */
export interface ErrorCodec {
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
  readonly errors: ErrorCodec;
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

type StepResult = { value: unknown } | { error: unknown } | { aborted: true } | { unkept: true };

/** Real milliseconds after which the replay no longer waits for the check to reach a recorded step. */
const REPLAY_PATIENCE_MS = 400;

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
  deliveryLooks = 0;
  readonly #options: HistoryOptions;
  readonly #recorded: Map<string, RecordedStep>;
  readonly #replayOrder: string[];
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, () => void>();
  readonly #caughtUp = Promise.withResolvers<void>();
  #next = 0;
  #nextPlace: number;
  #outsideWaits = 0;
  #isAnswering = false;
  /** When the last step was done or the last note taken, in milliseconds of the run's clock. */
  #lastAt: number;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.name = options.name;
    this.turn = options.turn;
    this.#lastAt = options.began;
    const steps = options.store.steps(options.name);
    this.#recorded = new Map(steps.map((step) => [step.step, step]));
    const done = steps.filter(({ place }) => place !== null).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
    this.#replayOrder = done.filter(({ step }) => !step.startsWith(NOTE_PREFIX)).map(({ step }) => step);
    this.#nextPlace = (done.at(-1)?.place ?? 0) + 1;
    if (this.#replayOrder.length === 0) this.#caughtUp.resolve();
  }

  /** Milliseconds of the run's clock since the history began. */
  get ageMs(): number {
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
    const step = `${NOTE_PREFIX}${kind} ${this.count(NOTE_PREFIX + kind)}`;
    const recorded = this.#recorded.get(step);
    if (recorded?.place != null) {
      this.#lastAt = recorded.at;
      return (recorded.done as { value: T }).value;
    }
    const value = look();
    this.#doubtIfInterrupted();
    this.#record(step, { value });
    return value;
  }

  /** Does a step, or returns or throws its recorded result. */
  async step<B, T>(kind: string, { begin, first, signal, live }: Step<B, T>): Promise<T> {
    const step = `${kind} ${this.count(kind)}`;
    const recorded = this.#recorded.get(step);
    if (recorded?.place != null) {
      await this.#replayTurn(step);
      this.#lastAt = recorded.at;
      const done = recorded.done as StepResult;
      if ('value' in done) return done.value as T;
      if ('error' in done) throw this.#options.errors.read(done.error);
      if ('aborted' in done && signal !== undefined) await rejectOnAbort(signal);
      // A result that was not kept is obtained again, in its place in the order.
      return await this.outside(live(recorded.begun as B, false));
    }
    void this.#answerNext();
    await this.#caughtUp.promise;
    const lost = recorded !== undefined && recorded.place === null;
    if (!lost || first) this.#doubtIfInterrupted();
    const begun = recorded === undefined ? (begin as B) : (recorded.begun as B);
    if (recorded === undefined) {
      this.#options.store.stepBegun(this.name, step, begin);
      if (first) await this.#options.store.committed();
    }
    try {
      const value = await live(begun, lost);
      this.#record(step, { value });
      return value;
    } catch (error) {
      const written = this.#options.errors.write(error);
      if (signal?.aborted) this.#record(step, { aborted: true });
      else this.#record(step, written === null ? { unkept: true } : { error: written });
      throw error;
    }
  }

  /** Waits for the work of other activities; meanwhile the check is not expected to reach its next recorded step. */
  async outside<T>(promise: Promise<T>): Promise<T> {
    this.#outsideWaits++;
    try {
      return await promise;
    } finally {
      this.#outsideWaits--;
      void this.#answerNext();
    }
  }

  /** Since when the check has been where it is: now, or a time before the interruption after which it has not done anything yet. */
  get currentStepSince(): number {
    const now = this.#options.now();
    return this.gapBetween(this.#lastAt, now) === undefined ? now : this.#lastAt;
  }

  /** The first period between these moments of the run's clock in which no process listened. */
  gapBetween(from: number, to: number): Gap | undefined {
    return this.#options.store.gaps.find((gap) => gap.from < to && gap.to > from);
  }

  doubt(why: string | Gap): void {
    const reason = typeof why === 'string' ? why : formatGap(why);
    if (!this.doubts.includes(reason)) this.doubts.push(reason);
  }

  /** A step that follows an interruption is later than it was meant to be, if the check was acting and not waiting. */
  #doubtIfInterrupted(): void {
    const gap = this.gapBetween(this.#lastAt, this.#options.now());
    if (gap !== undefined) this.doubt(gap);
  }

  #record(step: string, done: StepResult): void {
    if (this.#options.signal.aborted) return;
    this.#lastAt = this.#options.now();
    this.#options.store.stepDone(this.name, step, this.#nextPlace++, this.#lastAt, done);
  }

  #replayTurn(step: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(step, resolve);
      void this.#answerNext();
    });
  }

  /** Answers recorded steps one by one: everything that follows from one is done before the next is answered. */
  async #answerNext(): Promise<void> {
    if (this.#isAnswering || this.#next >= this.#replayOrder.length) return;
    this.#isAnswering = true;
    let since = performance.now();
    for (let turns = 0; this.#next < this.#replayOrder.length; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      const step = this.#replayOrder[this.#next] ?? '';
      const answer = this.#waiting.get(step);
      if (answer !== undefined) {
        this.#waiting.delete(step);
        this.#next++;
        since = performance.now();
        turns = 0;
        answer();
      } else if (this.#outsideWaits > 0) {
        break;
      } else if (turns > 20 && performance.now() - since > REPLAY_PATIENCE_MS) {
        this.#abandonReplay();
      }
    }
    this.#isAnswering = false;
    // Everything that follows from the last recorded step is done before a new step begins.
    if (this.#next >= this.#replayOrder.length) setImmediate(this.#caughtUp.resolve);
  }

  /** The check does not repeat its recorded steps: they then do not show where it was. */
  #abandonReplay(): void {
    this.doubt('after an interruption it could not be told where the check was');
    this.#next = this.#replayOrder.length;
    for (const answer of this.#waiting.values()) answer();
    this.#waiting.clear();
  }
}

/** Marks notes, which have no place in the order of answers. */
const NOTE_PREFIX = '=';

/** Rejects with the signal's reason when the signal is aborted. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
