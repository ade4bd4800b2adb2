/** How often the event loop is looked at, in milliseconds. */
const EVERY = 20;

/** From this length on, in milliseconds, a delay is told by itself. */
const TOLD = 50;

/** A time (`performance.now()`) in which this thread's event loop stood still. */
export interface Stall {
  readonly from: number;
  readonly to: number;
}

/**
 * Measures by how much this thread's event loop is late, and remembers when. `monitorEventLoopDelay` of perf_hooks measures the same,
 * but does not tell when, and what arrived then.
 */
export class LoopDelay {
  readonly #onStall: (stall: Stall) => void;
  #last = performance.now();
  /** The last; or the first since which the loop has not caught up. */
  #stall: Stall & { readonly idleMs: number } = {
    from: 0,
    to: Number.NEGATIVE_INFINITY,
    idleMs: Number.NEGATIVE_INFINITY,
  };
  #timer: NodeJS.Timeout | undefined;

  constructor(onStall: (stall: Stall) => void = () => {}) {
    this.#onStall = onStall;
  }

  start(): this {
    this.#last = performance.now();
    this.#timer ??= setInterval(() => this.look(), EVERY).unref();
    return this;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * For how long (ms) what is seen now may have waited to be seen: since the loop stood still, as long as it has not caught up. What
   * arrived meanwhile takes it many turns; it has caught up once it has waited for something new.
   */
  get unseenMs(): number {
    this.look();
    return this.#hasCaughtUp ? 0 : performance.now() - this.#stall.from;
  }

  get #hasCaughtUp(): boolean {
    const { to, idleMs } = this.#stall;
    // Timers come before arrivals in a turn of the loop: the stall may just have been noticed.
    return performance.now() - to >= 2 * EVERY && idle() - idleMs >= EVERY;
  }

  /** Measures a delay that has just ended: the caller may run before the timer does. */
  look(): void {
    if (this.#timer === undefined) return;
    const now = performance.now();
    const from = this.#last + EVERY;
    this.#last = now;
    if (now - from < TOLD) return;
    this.#stall = { from: this.#hasCaughtUp ? from : this.#stall.from, to: now, idleMs: idle() };
    this.#onStall({ from, to: now });
  }
}

/** For how long (ms) this thread's event loop has waited for something to happen. */
function idle(): number {
  return performance.eventLoopUtilization().idle;
}
