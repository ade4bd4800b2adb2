import type { RunStore } from '../durable/store/index.ts';
import { type Activity, presentHistory } from '../time/activity.ts';

const FACT_KIND = 'lock';

interface Reserved {
  readonly holder: string;
  readonly free: PromiseWithResolvers<void>;
}

/**
 * Locks by name: only one check at a time holds a name. When a run is resumed, the check that held a name when the run was interrupted
 * gets it first.
 */
export class Locks {
  readonly #lastHolder = new Map<string, Promise<void>>();
  readonly #reserved = new Map<string, Reserved>();
  readonly #store: RunStore | null;

  constructor(store: RunStore | null) {
    this.#store = store;
    for (const [name, holder] of store?.remembered(FACT_KIND) ?? []) {
      this.#reserved.set(name, { holder: String(holder), free: Promise.withResolvers() });
    }
  }

  async exclusively<T>(name: string, activity: Activity, work: () => Promise<T>): Promise<T> {
    const history = presentHistory();
    const reserved = this.#reserved.get(name);
    if (reserved !== undefined && reserved.holder !== history?.name) await activity.idle(reserved.free.promise);
    const before = this.#lastHolder.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastHolder.set(name, promise);
    try {
      if (before !== undefined) await activity.idle(before);
      if (history !== null) this.#store?.remember(FACT_KIND, name, history.name);
      return await work();
    } finally {
      if (this.#lastHolder.get(name) === promise) this.#lastHolder.delete(name);
      this.#store?.forget(FACT_KIND, name);
      resolve();
      if (history !== null) this.ended(history.name);
    }
  }

  /** Releases the names reserved for `holder` since the run was interrupted: it does not need them any more. */
  ended(holder: string): void {
    for (const [name, reserved] of this.#reserved) {
      if (reserved.holder !== holder) continue;
      this.#reserved.delete(name);
      reserved.free.resolve();
    }
  }
}
