import type { RunStore } from '../durable/store/index.ts';
import type { Client } from '../http/index.ts';
import type { Activity } from '../time/activity.ts';
import type { MerchantAccess } from './merchants/merchant-access.ts';

/** Something left at a target that outlives the run, and the request that undoes it. Plain data: it may be kept on disk. */
export interface CleanupTask {
  readonly what: string;
  readonly undo: { readonly method: 'POST' | 'DELETE'; readonly path: string };
}

interface Left {
  readonly access: MerchantAccess;
  readonly task: CleanupTask;
}

const REMEMBERED_AS = 'cleanup';

/** What a run leaves at its target, to be undone at its end. */
export class Cleanup {
  readonly #left = new Map<string, Left>();
  readonly #store: RunStore | null;

  constructor(store: RunStore | null) {
    this.#store = store;
    for (const [name, left] of store?.remembered(REMEMBERED_AS) ?? []) this.#left.set(name, left as Left);
  }

  get size(): number {
    return this.#left.size;
  }

  /** Returns a function to call once it is undone. */
  add(access: MerchantAccess, task: CleanupTask): () => void {
    const name = `${access.environment} ${access.merchantId}: ${task.what}`;
    this.#left.set(name, { access, task });
    this.#store?.remember(REMEMBERED_AS, name, { access, task } satisfies Left);
    return () => {
      this.#left.delete(name);
      this.#store?.forget(REMEMBERED_AS, name);
    };
  }

  /** Undoes everything, `atOnce` requests at a time, for at most `budgetMs` milliseconds. Returns what could not be undone in time. */
  async undo(
    atOnce: number,
    begin: () => Promise<Activity>,
    client: (access: MerchantAccess, activity: Activity) => Client,
    budgetMs: number,
  ): Promise<string[]> {
    const left = [...this.#left.values()];
    const todo = left.toReversed();
    const undone = new Set<Left>();
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, budgetMs);
    const work = async () => {
      const activity = await begin();
      for (let each = todo.pop(); each !== undefined; each = todo.pop()) {
        const { access, task } = each;
        const by = client(access, activity);
        // Tried three times: the client sends a DELETE only once, and its answer may be lost.
        const again = () => by.request(task.undo);
        const done = again().catch(again).catch(again);
        const is = each;
        await done.then(() => void undone.add(is)).catch(() => {});
      }
      activity.end();
    };
    await Promise.race([Promise.all(Array.from({ length: atOnce }, work)), late.promise]);
    clearTimeout(timer);
    this.#left.clear();
    return left.flatMap((each) => (undone.has(each) ? [] : each.task.what));
  }
}
