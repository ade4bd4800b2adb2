import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks whether who has stopped answering is back, in milliseconds. */
const LOOK = 1_000;

/** Notices that one side has stopped answering, so that a run ends in bounded time, and goes on where it comes back soon. */
export class Silence {
  readonly #who: string;
  readonly #limit: number;
  readonly #probe: () => Promise<boolean>;
  /** How long is waited for it to come back, in milliseconds, in the whole run. */
  #patienceMs: number;
  readonly #leastMs: number;
  #unanswered = 0;
  #waiting: Promise<void> | null = null;

  /** `limit`: requests in a row without an answer. */
  constructor(options: { who: string; limit: number; patienceMs: number; probe: () => Promise<boolean> }) {
    this.#who = options.who;
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
    return `${this.#who} has stopped answering: ${this.#unanswered} requests in a row got no answer`;
  }

  /** As `reason`, once it has been waited for. */
  async lasting(signal: AbortSignal): Promise<string | null> {
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
      else await pause(LOOK);
      // One that answers this and nothing else is not back.
      this.#patienceMs -= Math.max(performance.now() - began, back ? this.#leastMs : 0);
    }
  }
}
