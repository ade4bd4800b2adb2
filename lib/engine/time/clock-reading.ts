import type { ExchangeRecord } from '../http/index.ts';

/** How far one clock is ahead of another, and by how much that may be wrong either way, in milliseconds. */
export interface ClockOffset {
  readonly skewMs: number;
  readonly uncertaintyMs: number;
}

/** How far a clock was advanced on purpose, and by how much that may be wrong, in milliseconds. */
export interface Advanced {
  readonly ms: number;
  readonly uncertaintyMs: number;
}

/** Assumed maximum drift between two good clocks, in milliseconds per millisecond. */
const DRIFT = 100e-6;

/**
 * Estimates how far the target's clock is ahead from the `Date` header of its answers. Each answer was made between the sending of its
 * request and its arrival, and its date is a whole second: so it bounds the difference from both sides, and all answers together narrow
 * it down. Deliberate advances of the clock are subtracted.
 */
export class ClockReading {
  readonly #advanced: () => Advanced;
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;
  #readAt = 0;
  /** By how much answers contradict each other, in milliseconds, for example because several servers answer. */
  #contradictionMs = 0;

  constructor(advanced: () => Advanced = () => ({ ms: 0, uncertaintyMs: 0 })) {
    this.#advanced = advanced;
  }

  read({ startedAt, durationMs, response }: Pick<ExchangeRecord, 'startedAt' | 'durationMs' | 'response'>): void {
    const dateHeader = response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
    const date = /GMT$/.test(dateHeader) ? Date.parse(dateHeader) : Number.NaN;
    if (Number.isNaN(date)) return;
    const ended = startedAt + durationMs;
    const drifted = Math.max(0, ended - this.#readAt) * DRIFT;
    // The header is in whole seconds and servers renew it once a second: it may be 2 s old.
    const advancedMs = this.#advanced().ms;
    const [lowest, highest] = [date - ended - advancedMs, date + 2_000 - startedAt - advancedMs];
    const [low, high] = [Math.max(this.#lowest - drifted, lowest), Math.min(this.#highest + drifted, highest)];
    this.#readAt = ended;
    if (low <= high) {
      [this.#lowest, this.#highest] = [low, high];
    } else {
      this.#contradictionMs = Math.max(this.#contradictionMs, low - high);
      [this.#lowest, this.#highest] = [lowest, highest];
    }
  }

  /** How far the target's clock is ahead of this machine's; null until an answer has shown its time. */
  get offset(): ClockOffset | null {
    if (!Number.isFinite(this.#lowest)) return null;
    return {
      skewMs: Math.round((this.#lowest + this.#highest) / 2),
      uncertaintyMs: Math.ceil(
        (this.#highest - this.#lowest) / 2 + this.#contradictionMs + this.#advanced().uncertaintyMs,
      ),
    };
  }
}
