import type { RunStore } from '../durable/store/index.ts';
import type { Client } from '../http/index.ts';
import type { Activity } from '../time/activity.ts';
import type { MerchantAccess } from './merchants/merchant-access.ts';

/** Something left at a target that outlives the run, and the request that undoes it. Plain data: it may be kept on disk. */
export interface CleanupTask {
  readonly what: string;
  readonly undo: { readonly method: 'POST' | 'DELETE'; readonly path: string };
}

interface PendingCleanup {
  readonly access: MerchantAccess;
  readonly task: CleanupTask;
}

const FACT_KIND = 'cleanup';

/** What a run leaves at its target, to be undone at its end. */
export class Cleanup {
  readonly #pending = new Map<string, PendingCleanup>();
  readonly #store: RunStore | null;

  constructor(store: RunStore | null) {
    this.#store = store;
    for (const [name, left] of store?.remembered(FACT_KIND) ?? []) this.#pending.set(name, left as PendingCleanup);
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Returns a function to call once it is undone. */
  add(access: MerchantAccess, task: CleanupTask): () => void {
    const name = `${access.environment} ${access.merchantId}: ${task.what}`;
    this.#pending.set(name, { access, task });
    this.#store?.remember(FACT_KIND, name, { access, task } satisfies PendingCleanup);
    return () => {
      this.#pending.delete(name);
      this.#store?.forget(FACT_KIND, name);
    };
  }

  /** Undoes everything, `atOnce` requests at a time, for at most `budgetMs` milliseconds. Returns what could not be undone in time. */
  async undo(
    atOnce: number,
    begin: () => Promise<Activity>,
    client: (access: MerchantAccess, activity: Activity) => Client,
    budgetMs: number,
  ): Promise<string[]> {
    const left = [...this.#pending.values()];
    const todo = left.toReversed();
    const undone = new Set<PendingCleanup>();
    const timedOut = Promise.withResolvers<void>();
    const timer = setTimeout(timedOut.resolve, budgetMs);
    const work = async () => {
      const activity = await begin();
      for (let each = todo.pop(); each !== undefined; each = todo.pop()) {
        const { access, task } = each;
        const by = client(access, activity);
        // Tried three times: the client sends a DELETE only once, and its answer may be lost.
        const again = () => by.request(task.undo);
        const done = again().catch(again).catch(again);
        const current = each;
        await done.then(() => void undone.add(current)).catch(() => {});
      }
      activity.end();
    };
    await Promise.race([Promise.all(Array.from({ length: atOnce }, work)), timedOut.promise]);
    clearTimeout(timer);
    this.#pending.clear();
    return left.flatMap((each) => (undone.has(each) ? [] : each.task.what));
  }
}
