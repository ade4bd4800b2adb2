export interface PacerOptions {
  /** How many takes fit into any sliding minute. */
  perMinute: number;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Takes that were before, oldest first. */
  taken?: readonly number[];
  /** Takes beyond the rate are granted too, until `hold()`. */
  mayExceed?: boolean;
}

export interface Pacer {
  /**
   * Resolves when one more request may be sent: with true where it exceeds the rate. Those who wait are served by priority, lowest
   * number first, then in the order in which they came. Rejects only when waiting itself fails.
   */
  take(priority: number): Promise<boolean>;
  /** From now on no take exceeds the rate. */
  hold(): void;
  /** How many takes wait. */
  readonly waiting: number;
  /** Milliseconds until there is room for one more; 0: now. */
  readonly nextInMs: number;
}

/** A minute and a second: requests that bunch up on their way must not be one too many in the minute that the other side counts. */
const spanMs = 61_000;

export function createPacer({ perMinute, now, wait, taken: before = [], mayExceed = false }: PacerOptions): Pacer {
  let isHeld = !mayExceed;
  if (!Number.isInteger(perMinute) || perMinute < 1) throw new Error(`Not a number of requests a minute: ${perMinute}`);
  // When the last perMinute takes were; `oldest` is the one that makes room next.
  const taken = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY);
  taken.set(before.slice(-perMinute));
  let oldest = before.length % perMinute;
  const queue: Waiter[] = [];
  let serving = false;

  function roomIn(): number {
    return Math.max(0, (taken[oldest] ?? 0) + spanMs - now());
  }

  function spend(): void {
    taken[oldest] = now();
    oldest = (oldest + 1) % perMinute;
  }

  async function serve(): Promise<void> {
    try {
      while (queue.length > 0) {
        const ms = roomIn();
        if (ms > 0) {
          await wait(ms);
          continue;
        }
        spend();
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
      if (queue.length === 0 && roomIn() === 0) {
        spend();
        return granted;
      }
      if (!isHeld) {
        spend();
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
    get waiting() {
      return queue.length;
    },
    get nextInMs() {
      return isHeld ? roomIn() : 0;
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
