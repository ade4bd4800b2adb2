import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two probes of a side that has stopped answering, in milliseconds. */
const PROBE_INTERVAL_MS = 1_000;

/** Detects that the target or control no longer answers: the run then ends in bounded time, or continues if that side is soon back. */
export class OutageDetector {
  readonly #side: string;
  readonly #limit: number;
  readonly #probe: () => Promise<boolean>;
  /** For how long the whole run still waits for it to come back, in milliseconds. */
  #patienceMs: number;
  readonly #minCostMs: number;
  #unanswered = 0;
  #waiting: Promise<void> | null = null;

  /** `limit`: how many requests in a row without an answer are an outage. `patienceMs`: for how long the whole run waits in outages. */
  constructor(options: { side: string; limit: number; patienceMs: number; probe: () => Promise<boolean> }) {
    this.#side = options.side;
    this.#limit = options.limit;
    this.#patienceMs = options.patienceMs;
    this.#minCostMs = options.patienceMs / 3;
    this.#probe = options.probe;
  }

  noteAnswer(answered: boolean): void {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
  }

  /** Why it is useless to send more requests; null while there are answers. */
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
      const isBack = await this.#probe();
      if (isBack) this.noteAnswer(true);
      else await pause(PROBE_INTERVAL_MS);
      // Each time it comes back costs patience: a side that answers the probe and nothing else is not back.
      this.#patienceMs -= Math.max(performance.now() - began, isBack ? this.#minCostMs : 0);
    }
  }
}
