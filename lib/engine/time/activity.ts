import { AsyncLocalStorage } from 'node:async_hooks';
import type { History } from '../durable/store/index.ts';
import type { TargetClock, TimeBounds } from './target-clock.ts';

/** The activity in whose asynchronous context the code runs. */
const currentActivity = new AsyncLocalStorage<Activity>();

/** The history of the activity in whose context the code runs; null if none is kept. */
export function presentHistory(): History | null {
  return currentActivity.getStore()?.history ?? null;
}

/** What an activity does now. `aside`: the clock stands still for it, but it does not count towards the conductor's `maxActive`. */
export type ActivityState = 'active' | 'aside' | 'idle';

/** What an activity needs of the conductor that began it. */
export interface ActivityHost {
  readonly target: TargetClock;
  now(): number;
  at(mono: number): TimeBounds;
  sleepUntil(due: number, ends: number, what: string, signal?: AbortSignal): Promise<void>;
  /** Resolves when the clock is not being moved: no activity acts meanwhile, even if what it waited for came on the way. */
  untilClockRests(): Promise<void>;
  onStateChange(from: ActivityState, to: ActivityState): void;
}

/** See `Activity.aside`. */
export async function aside<T>(work: () => Promise<T>): Promise<T> {
  return await (currentActivity.getStore()?.aside(work) ?? work());
}

/** One check, or one shared preparation, as the conductor sees it. */
export class Activity {
  readonly #conductor: ActivityHost;
  readonly order: number;
  /** Waits, calls of the target and work aside under way: a check may do several things at once. */
  #waits = 0;
  #calls = 0;
  #asides = 0;
  #state: ActivityState = 'active';
  #ended = false;
  readonly history: History | null;

  constructor(conductor: ActivityHost, order: number, history: History | null) {
    this.#conductor = conductor;
    this.order = order;
    this.history = history;
  }

  /** The target's time at which something arrived here at `mono` (`performance.now()`), on the scale of `now`. */
  at(mono: number): TimeBounds {
    return this.#conductor.at(mono);
  }

  /** Converts a time reported by the target (epoch milliseconds) to the scale of `now`; undefined if the target never reports its time. */
  fromTargetTime(reportedMs: number): number | undefined {
    return this.#conductor.target.fromTargetTime(reportedMs);
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
        const gap = history.gapBetween(due, this.now);
        if (gap !== undefined) history.doubt(gap);
      },
    });
  }

  /** Runs the work as this activity, and ends the activity afterwards. */
  async perform<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await currentActivity.run(this, work);
    } finally {
      this.end();
    }
  }

  /** Waits for something that another activity or the target causes; meanwhile this activity does not keep the clock from moving. */
  async idle<T>(promise: Promise<T>): Promise<T> {
    const successor = this.#successor();
    if (successor !== null) return await successor.idle(promise);
    this.#waits++;
    this.#updateState();
    try {
      return await (this.history === null ? promise : this.history.outside(promise));
    } finally {
      if (--this.#waits === 0) await this.#conductor.untilClockRests();
      this.#updateState();
    }
  }

  /** Calls the target: the clock does not move meanwhile, even if another part of the same check waits. */
  async calls<T>(call: () => Promise<T>): Promise<T> {
    const successor = this.#successor();
    if (successor !== null) return await successor.calls(call);
    if (this.#state === 'idle') await this.#conductor.untilClockRests();
    this.#calls++;
    this.#updateState();
    try {
      return await call();
    } finally {
      this.#calls--;
      this.#updateState();
    }
  }

  /** Does work in real time, as on a hosted page: the clock does not move meanwhile, but another activity may act in its place. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    const successor = this.#successor();
    if (successor !== null) return await successor.aside(work);
    if (this.#state === 'idle') await this.#conductor.untilClockRests();
    this.#asides++;
    this.#updateState();
    try {
      return await work();
    } finally {
      this.#asides--;
      this.#updateState();
    }
  }

  /** Once this activity has ended, the one in whose context the code runs: checks use what a shared preparation made after it has ended. */
  #successor(): Activity | null {
    const now = currentActivity.getStore();
    return this.#ended && now !== undefined && !now.#ended ? now : null;
  }

  #updateState(): void {
    if (!this.#ended)
      this.#setState(this.#calls > 0 ? 'active' : this.#asides > 0 ? 'aside' : this.#waits > 0 ? 'idle' : 'active');
  }

  #setState(state: ActivityState): void {
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    this.#conductor.onStateChange(before, state);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#setState('idle');
  }
}
