import { setTimeout as pause } from 'node:timers/promises';

/** Between two probes of a side that has stopped answering. */
const PROBE_INTERVAL_MS = 1_000;

/** Notices that one side no longer answers: a run then ends in bounded time, or goes on where that side is back soon. */
export class OutageDetector {
  readonly #side: string;
  readonly #limit: number;
  readonly #probe: () => Promise<boolean>;
  /** How long is waited for it to come back, in milliseconds, in the whole run. */
  #patienceMs: number;
  readonly #leastMs: number;
  #unanswered = 0;
  #waiting: Promise<void> | null = null;

  /** `limit`: requests in a row without an answer. */
  constructor(options: { side: string; limit: number; patienceMs: number; probe: () => Promise<boolean> }) {
    this.#side = options.side;
    this.#limit = options.limit;
    this.#patienceMs = options.patienceMs;
    this.#leastMs = options.patienceMs / 3;
    this.#probe = options.probe;
  }

  heard(answered: boolean): void {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
  }

  /** Why it is no use to ask any more; null while there are answers. */
  get reason(): string | null {
    if (this.#unanswered < this.#limit) return null;
    return `${this.#side} has stopped answering: ${this.#unanswered} requests in a row got no answer`;
  }

  /** As `reason`, after waiting for that side to come back. */
  async lastingReason(signal: AbortSignal): Promise<string | null> {
    if (this.reason !== null && this.#patienceMs > 0) {
      this.#waiting ??= this.#wait(signal).finally(() => {
        this.#waiting = null;
      });
      await this.#waiting;
    }
    return this.reason;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    while (this.reason !== null && this.#patienceMs > 0 && !signal.aborted) {
      const began = performance.now();
      const back = await this.#probe();
      if (back) this.heard(true);
      else await pause(PROBE_INTERVAL_MS);
      // One that answers this and nothing else is not back.
      this.#patienceMs -= Math.max(performance.now() - began, back ? this.#leastMs : 0);
    }
  }
}
