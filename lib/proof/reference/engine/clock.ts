/**
 * The service's clock: it runs at the normal pace, runs scheduled tasks when they fall due, and can be advanced. All times are milliseconds
 * since 1970.
 */
export interface Clock {
  now(): number;
  /** Runs the task when the clock reaches `due`. */
  schedule(due: number, task: () => void): void;
  /** Work under way in real time that `advance` awaits before its next step. */
  track(work: Promise<unknown>): void;
  /**
   * Moves the clock forward from one due time to the next; it stands still while tracked work is awaited. Resolves to the new time. Calls
   * are carried out one after another.
   */
  advance(seconds: number): Promise<number>;
  stop(): void;
}

interface Task {
  due: number;
  order: number;
  run: () => void;
}

/** The longest delay that a Node timer supports, in milliseconds. */
const MAX_TIMER_MS = 2_147_483_647;

export function createClock(startsAt: number = Date.now()): Clock {
  const started = performance.now();
  const queue = new TaskQueue();
  const underWay = new Set<Promise<unknown>>();
  let offset = startsAt - started;
  let standsAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let timerDue = Number.POSITIVE_INFINITY;
  let order = 0;
  let lastAdvance: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const now = () => standsAt ?? Math.floor(performance.now() + offset);

  function runDue(): void {
    for (let task = queue.first(); task && task.due <= now(); task = queue.first()) {
      queue.removeFirst();
      try {
        task.run();
      } catch (error) {
        console.error(`internal error: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  function arm(): void {
    const next = queue.first();
    if (stopped || standsAt !== null || !next || timerDue <= next.due) return;
    clearTimeout(timer);
    timerDue = next.due;
    timer = setTimeout(ring, Math.min(Math.max(0, next.due - now()), MAX_TIMER_MS));
  }

  function ring(): void {
    timerDue = Number.POSITIVE_INFINITY;
    if (standsAt === null) runDue();
    arm();
  }

  async function step(milliseconds: number): Promise<number> {
    standsAt = now();
    const target = standsAt + milliseconds;
    try {
      for (;;) {
        await Promise.allSettled(underWay);
        const next = queue.first();
        if (stopped || !next || next.due > target) break;
        standsAt = Math.max(standsAt, next.due);
        runDue();
      }
    } finally {
      offset = target - performance.now();
      standsAt = null;
      clearTimeout(timer);
      timerDue = Number.POSITIVE_INFINITY;
      arm();
    }
    return target;
  }

  return {
    now,
    schedule(due, run) {
      order += 1;
      queue.add({ due, order, run });
      arm();
    },
    track(work) {
      underWay.add(work);
      const done = () => underWay.delete(work);
      work.then(done, done);
    },
    advance(seconds) {
      const advanced = lastAdvance.then(() => step(Math.round(seconds * 1_000)));
      lastAdvance = advanced.catch(() => {});
      return advanced;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** A binary heap: the earliest due task comes first, tasks of equal time in the order in which they were added. */
class TaskQueue {
  readonly #tasks: Task[] = [];

  first(): Task | undefined {
    return this.#tasks[0];
  }

  add(task: Task): void {
    const tasks = this.#tasks;
    let at = tasks.push(task) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = tasks[above];
      if (!parent || earlier(parent, task)) break;
      tasks[at] = parent;
      at = above;
    }
    tasks[at] = task;
  }

  removeFirst(): void {
    const tasks = this.#tasks;
    const last = tasks.pop();
    if (!last || tasks.length === 0) return;
    let at = 0;
    for (;;) {
      const left = tasks[2 * at + 1];
      const right = tasks[2 * at + 2];
      const child = left && right ? (earlier(left, right) ? left : right) : left;
      if (!child || earlier(last, child)) break;
      tasks[at] = child;
      at = child === left ? 2 * at + 1 : 2 * at + 2;
    }
    tasks[at] = last;
  }
}

function earlier(a: Task, b: Task): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
