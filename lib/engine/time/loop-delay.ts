/** Interval at which the event loop is probed, in milliseconds. */
const PROBE_INTERVAL_MS = 20;

/** Minimum length of a delay that is reported, in milliseconds. */
const MIN_REPORTED_MS = 50;

/** A period (`performance.now()`) during which this thread's event loop was blocked. */
export interface Stall {
  readonly from: number;
  readonly to: number;
}

/**
 * Measures by how much this thread's event loop is late, and when. `monitorEventLoopDelay` of perf_hooks measures the same, but reports
 * neither when it was late nor whether it has caught up.
 */
export class LoopDelay {
  readonly #onStall: (stall: Stall) => void;
  #last = performance.now();
  /** The last stall; while the loop has not caught up, it begins with the first stall since the loop last had. */
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
    this.#timer ??= setInterval(() => this.probe(), PROBE_INTERVAL_MS).unref();
    return this;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Upper bound, in milliseconds, of how long an event that is handled now has waited: the time since the loop was blocked, until it has
   * caught up. Handling what arrived meanwhile takes many turns; the loop has caught up once it has waited for new events.
   */
  get unseenMs(): number {
    this.probe();
    return this.#hasCaughtUp ? 0 : performance.now() - this.#stall.from;
  }

  get #hasCaughtUp(): boolean {
    const { to, idleMs } = this.#stall;
    // Timers precede arrivals in a turn of the loop: the stall may have been noticed only now.
    return performance.now() - to >= 2 * PROBE_INTERVAL_MS && totalIdleMs() - idleMs >= PROBE_INTERVAL_MS;
  }

  /** Measures a delay that has just ended, as the caller may run before the timer does. */
  probe(): void {
    if (this.#timer === undefined) return;
    const now = performance.now();
    const from = this.#last + PROBE_INTERVAL_MS;
    this.#last = now;
    if (now - from < MIN_REPORTED_MS) return;
    this.#stall = { from: this.#hasCaughtUp ? from : this.#stall.from, to: now, idleMs: totalIdleMs() };
    this.#onStall({ from, to: now });
  }
}

/** For how long (ms) this thread's event loop has been idle. */
function totalIdleMs(): number {
  return performance.eventLoopUtilization().idle;
}
