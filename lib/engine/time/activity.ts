import { AsyncLocalStorage } from 'node:async_hooks';
import type { History } from '../durable/store/index.ts';
import type { Bounds, TargetClock } from './target-clock.ts';

/** The activity in whose asynchronous context the code runs. */
const acting = new AsyncLocalStorage<Activity>();

/** The history of the activity in whose context the code runs; null if none is kept. */
export function presentHistory(): History | null {
  return acting.getStore()?.history ?? null;
}

/** What an activity does now. `aside`: the clock stands still for it, but it does not count towards the conductor's `maxActive`. */
export type Doing = 'acts' | 'aside' | 'rests';

/** What an activity needs of the conductor that began it. */
export interface ActivityHost {
  readonly target: TargetClock;
  now(): number;
  at(mono: number): Bounds;
  sleepUntil(due: number, ends: number, what: string, signal?: AbortSignal): Promise<void>;
  /** Resolves when the clock is not being moved: no activity acts meanwhile, even if what it waited for came on the way. */
  steady(): Promise<void>;
  changes(from: Doing, to: Doing): void;
}

/** See `Activity.aside`. */
export async function aside<T>(work: () => Promise<T>): Promise<T> {
  return await (acting.getStore()?.aside(work) ?? work());
}

/** One check, or one shared preparation, as the conductor sees it. */
export class Activity {
  readonly #conductor: ActivityHost;
  readonly order: number;
  /** Waits, calls of the target and work aside under way: a check may do several things at once. */
  #waits = 0;
  #calls = 0;
  #asides = 0;
  #doing: Doing = 'acts';
  #ended = false;
  readonly history: History | null;

  constructor(conductor: ActivityHost, order: number, history: History | null) {
    this.#conductor = conductor;
    this.order = order;
    this.history = history;
  }

  /** The target's time at which something arrived here at `mono` (`performance.now()`), on the scale of `now`. */
  at(mono: number): Bounds {
    return this.#conductor.at(mono);
  }

  /** Converts a time reported by the target (epoch milliseconds) to the scale of `now`; undefined if the target never reports its time. */
  ofTarget(said: number): number | undefined {
    return this.#conductor.target.ofTarget(said);
  }

  /** The target's time; see `Conductor.now`. */
  get now(): number {
    return this.#conductor.now();
  }

  /** Waits until `ms` milliseconds of the target's time have passed. `endsMs`: by when the awaited event must have come, for display. */
  async wait(ms: number, what: string, signal?: AbortSignal, endsMs = ms): Promise<void> {
    const now = this.#conductor.target.latest;
    await this.waitUntil(now + ms, what, signal, now + endsMs);
  }

  /** Waits until the target's clock has certainly reached `due`, on the scale of `now`. */
  async waitUntil(due: number, what: string, signal?: AbortSignal, ends = due): Promise<void> {
    const history = presentHistory();
    if (history === null) return await this.idle(this.#conductor.sleepUntil(due, ends, what, signal));
    await history.step('wait', {
      begin: { due, ends },
      signal,
      live: async ({ due, ends }) => {
        await this.idle(this.#conductor.sleepUntil(due, ends, what, signal));
        // No process of the run listened at `due`: what is seen now may have changed long since.
        const gap = history.unheard(due, this.now);
        if (gap !== undefined) history.doubt(gap);
      },
    });
  }

  /** Runs the work as this activity, and ends the activity afterwards. */
  async perform<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await acting.run(this, work);
    } finally {
      this.end();
    }
  }

  /** Waits for something that another activity or the target causes; meanwhile this activity does not keep the clock from moving. */
  async idle<T>(promise: Promise<T>): Promise<T> {
    const other = this.#other();
    if (other !== null) return await other.idle(promise);
    this.#waits++;
    this.#changes();
    try {
      return await (this.history === null ? promise : this.history.outside(promise));
    } finally {
      if (--this.#waits === 0) await this.#conductor.steady();
      this.#changes();
    }
  }

  /** Calls the target: the clock does not move meanwhile, even if another part of the same check waits. */
  async calls<T>(call: () => Promise<T>): Promise<T> {
    const other = this.#other();
    if (other !== null) return await other.calls(call);
    if (this.#doing === 'rests') await this.#conductor.steady();
    this.#calls++;
    this.#changes();
    try {
      return await call();
    } finally {
      this.#calls--;
      this.#changes();
    }
  }

  /** Does work in real time, as on a hosted page: the clock does not move meanwhile, but another activity may act in its place. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    const other = this.#other();
    if (other !== null) return await other.aside(work);
    if (this.#doing === 'rests') await this.#conductor.steady();
    this.#asides++;
    this.#changes();
    try {
      return await work();
    } finally {
      this.#asides--;
      this.#changes();
    }
  }

  /** Once this activity has ended, the one in whose context the code runs: checks use what a shared preparation made after it has ended. */
  #other(): Activity | null {
    const now = acting.getStore();
    return this.#ended && now !== undefined && !now.#ended ? now : null;
  }

  #changes(): void {
    if (!this.#ended)
      this.#does(this.#calls > 0 ? 'acts' : this.#asides > 0 ? 'aside' : this.#waits > 0 ? 'rests' : 'acts');
  }

  #does(doing: Doing): void {
    if (doing === this.#doing) return;
    const before = this.#doing;
    this.#doing = doing;
    this.#conductor.changes(before, doing);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#does('rests');
  }
}
