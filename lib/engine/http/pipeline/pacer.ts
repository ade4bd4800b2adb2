export interface PacerOptions {
  /** Maximum number of takes within any minute. */
  perMinute: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Earlier takes, oldest first. */
  taken?: readonly number[];
  /** Grants takes beyond the rate too, until `hold()`. */
  mayExceed?: boolean;
}

export interface Pacer {
  /**
   * Resolves when one more request may be sent, with true if it exceeds the rate. Waiting takes are served by priority, lowest number
   * first, then in order of arrival. Rejects only if `wait` rejects.
   */
  take(priority: number): Promise<boolean>;
  /** From now on no take exceeds the rate. */
  hold(): void;
  /** Number of takes so far. */
  readonly count: number;
  /** Number of takes that wait. */
  readonly waiting: number;
  /** Milliseconds until the next take is granted; 0: at once. */
  readonly nextInMs: number;
}

/** A minute, plus a second for requests that bunch up on their way: the target may count them within one minute. */
const WINDOW_MS = 61_000;

export function createPacer({ perMinute, now, wait, taken: earlier = [], mayExceed = false }: PacerOptions): Pacer {
  let isHeld = !mayExceed;
  if (!Number.isInteger(perMinute) || perMinute < 1) throw new Error(`Not a number of requests a minute: ${perMinute}`);
  // Times of the last `perMinute` takes; the one at `oldest` makes room next.
  const taken = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY);
  const recent = earlier.slice(-perMinute);
  taken.set(recent);
  let oldest = recent.length % perMinute;
  const queue: Waiter[] = [];
  let serving = false;
  let count = 0;

  function nextInMs(): number {
    return Math.max(0, (taken[oldest] ?? 0) + WINDOW_MS - now());
  }

  function recordTake(): void {
    count++;
    taken[oldest] = now();
    oldest = (oldest + 1) % perMinute;
  }

  async function serve(): Promise<void> {
    try {
      while (queue.length > 0) {
        const ms = nextInMs();
        if (ms > 0) {
          await wait(ms);
          continue;
        }
        recordTake();
        queue.shift()?.resolve(false);
      }
    } catch (error) {
      for (const waiter of queue.splice(0)) waiter.reject(error);
    } finally {
      serving = false;
    }
  }

  return {
    take(priority) {
      if (queue.length === 0 && nextInMs() === 0) {
        recordTake();
        return granted;
      }
      if (!isHeld) {
        recordTake();
        return exceeding;
      }
      return new Promise((resolve, reject) => {
        let place = queue.length;
        while (place > 0 && (queue[place - 1]?.priority ?? priority) > priority) place--;
        queue.splice(place, 0, { priority, resolve, reject });
        if (serving) return;
        serving = true;
        void serve();
      });
    },
    hold() {
      isHeld = true;
    },
    get count() {
      return count;
    },
    get waiting() {
      return queue.length;
    },
    get nextInMs() {
      return isHeld ? nextInMs() : 0;
    },
  };
}

interface Waiter {
  priority: number;
  resolve: (exceeds: boolean) => void;
  reject: (reason: unknown) => void;
}

const granted = Promise.resolve(false);
const exceeding = Promise.resolve(true);
