import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two probes of a side that has stopped answering, in milliseconds. */
const PROBE_INTERVAL_MS = 1_000;

/** How many of the requests are named that were under way when the answers stopped. */
const MAX_NAMED = 8;

/** Whether a reason is that a side answers no request any more, or refuses each: see `RefusalDetector`. */
export function isOutage(reason: string): boolean {
  return /^the (?:target|control interface|live environment) (?:has stopped answering:|refuses every request )/.test(
    reason,
  );
}

/** Detects that the target or control no longer answers: the run then ends in bounded time, or continues if that side is soon back. */
export class OutageDetector {
  readonly #side: string;
  readonly #limit: number;
  readonly #probe: () => Promise<boolean>;
  /** For how long the whole run still waits for it to come back, in milliseconds. */
  #patienceMs: number;
  readonly #minCostMs: number;
  #unanswered = 0;
  /** When the first request in a row without an answer was lost, and what was under way then. */
  #stoppedAt = 0;
  #first: string[] = [];
  #waiting: Promise<void> | null = null;

  /** `limit`: how many requests in a row without an answer are an outage. `patienceMs`: for how long the whole run waits in outages. */
  constructor(options: { side: string; limit: number; patienceMs: number; probe: () => Promise<boolean> }) {
    this.#side = options.side;
    this.#limit = options.limit;
    this.#patienceMs = options.patienceMs;
    this.#minCostMs = options.patienceMs / 3;
    this.#probe = options.probe;
  }

  /** `request`: what was asked, if that is to be told, and when it began (`performance.now()`). */
  noteAnswer(answered: boolean, request?: { readonly name: string; readonly began: number }): void {
    if (!answered && this.#unanswered === 0) {
      this.#stoppedAt = performance.now();
      this.#first = [];
    }
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
    if (!answered && request !== undefined && request.began <= this.#stoppedAt) this.#first.push(request.name);
  }

  /** Why it is useless to send more requests; null while there are answers. Always the same words for one outage. */
  get reason(): string | null {
    if (this.#unanswered < this.#limit) return null;
    const [shown, more] = [this.#first.slice(0, MAX_NAMED), this.#first.length - MAX_NAMED];
    // One of them may be what it did not survive.
    const first =
      shown.length === 0 ? '' : `, first ${shown.join(', ')}${more > 0 ? ` and ${more} more under way with them` : ''}`;
    return `${this.#side} has stopped answering: ${this.#limit} requests in a row got no answer${first}`;
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
