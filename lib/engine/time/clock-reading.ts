import type { ExchangeRecord } from '../http/index.ts';

/** How far one clock is ahead of another, in milliseconds, and by how much that may be wrong either way. */
export interface ClockOffset {
  readonly skewMs: number;
  readonly uncertaintyMs: number;
}

/** How far a clock was advanced on purpose, in milliseconds, and by how much that may be wrong. */
export interface Advanced {
  readonly ms: number;
  readonly uncertaintyMs: number;
}

/** How far two good clocks may drift apart, in milliseconds for each millisecond. */
const DRIFT = 100e-6;

/**
 * Reads the target's clock from the `Date` of its answers. Each is a whole second, in which the answer was made while we waited for
 * it: so the target was ahead by something between the one and the other, and what all answers leave of that narrows it down. A clock
 * that was advanced on purpose is read as if it had not been.
 */
export class ClockReading {
  readonly #advanced: () => Advanced;
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;
  #readAt = 0;
  /** How far answers contradict each other, for example because several servers answer. */
  #apart = 0;

  constructor(advanced: () => Advanced = () => ({ ms: 0, uncertaintyMs: 0 })) {
    this.#advanced = advanced;
  }

  read({ startedAt, durationMs, response }: Pick<ExchangeRecord, 'startedAt' | 'durationMs' | 'response'>): void {
    const said = response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
    const date = /GMT$/.test(said) ? Date.parse(said) : Number.NaN;
    if (Number.isNaN(date)) return;
    const ended = startedAt + durationMs;
    const drifted = Math.max(0, ended - this.#readAt) * DRIFT;
    // Servers make the header once a second: it may be as old as that.
    const advancedMs = this.#advanced().ms;
    const [lowest, highest] = [date - ended - advancedMs, date + 2_000 - startedAt - advancedMs];
    const [low, high] = [Math.max(this.#lowest - drifted, lowest), Math.min(this.#highest + drifted, highest)];
    this.#readAt = ended;
    if (low <= high) {
      [this.#lowest, this.#highest] = [low, high];
    } else {
      this.#apart = Math.max(this.#apart, low - high);
      [this.#lowest, this.#highest] = [lowest, highest];
    }
  }

  /** How far the target is ahead of this machine; null while no answer has said so. */
  get offset(): ClockOffset | null {
    if (!Number.isFinite(this.#lowest)) return null;
    return {
      skewMs: Math.round((this.#lowest + this.#highest) / 2),
      uncertaintyMs: Math.ceil((this.#highest - this.#lowest) / 2 + this.#apart + this.#advanced().uncertaintyMs),
    };
  }
}
