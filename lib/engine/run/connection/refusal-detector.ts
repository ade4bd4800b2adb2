import { Blocked } from '../../checks/outcome.ts';
import type { ExchangeRecord } from '../../http/index.ts';
import { formatDuration } from '../../time/duration.ts';

/**
 * For how long every request must have been refused, in milliseconds of the target's time: longer than any way of counting a minute, or
 * two, keeps a key refused that others use too, or that has a lower limit for a while.
 */
const MAX_REFUSED_MS = 180_000;

/**
 * Most time that is counted between two refusals, in milliseconds: the client waits no longer for a 429. A clock may be moved by hours
 * between them, and the target was asked nothing meanwhile.
 */
const MAX_GAP_MS = 120_000;

/**
 * Detects that one environment of the target refuses every request with 429, whatever was waited: the run then ends in bounded time. What
 * is refused without having waited (a burst that exceeds the rate on purpose, what asks not to wait) counts neither way.
 */
export class RefusalDetector {
  readonly #side: string;
  readonly #now: () => number;
  readonly #maxRefusedMs: number;
  readonly #lasting = new AbortController();
  /** Refusals since the last other answer. `lastAt`: when the first was seen, or the last that came after a wait. */
  #row: { count: number; refusedMs: number; lastAt: number } | null = null;
  #reason: string | null = null;

  /** `now`: milliseconds of the target's time. */
  constructor(side: string, now: () => number, maxRefusedMs = MAX_REFUSED_MS) {
    this.#side = side;
    this.#now = now;
    this.#maxRefusedMs = maxRefusedMs;
  }

  /** Aborted with `Blocked`, once and for all, when there is a reason. */
  get lasting(): AbortSignal {
    return this.#lasting.signal;
  }

  /** Why it is useless to send more requests; null while any is served. Always the same words. */
  get reason(): string | null {
    return this.#reason;
  }

  /** An answer other than 429 ends the row. Answers to other credentials do not count: a target may refuse those before it looks at the limit. */
  noteExchange({ response, error, otherCredentials }: Answer): void {
    if (response !== null && error === null && response.status !== 429 && !otherCredentials) this.#row = null;
  }

  /** `waited`: since its refusal before, the request had waited for as long as that had asked, or for a minute. */
  noteRefusal(waited: boolean): void {
    const now = this.#now();
    this.#row ??= { count: 0, refusedMs: 0, lastAt: now };
    const row = this.#row;
    row.count++;
    if (!waited || this.#reason !== null) return;
    row.refusedMs += Math.min(Math.max(0, now - row.lastAt), MAX_GAP_MS);
    row.lastAt = now;
    if (row.refusedMs < this.#maxRefusedMs) return;
    const over = formatDuration(Math.floor(row.refusedMs / 1_000));
    this.#reason = `${this.#side} refuses every request with 429: ${row.count} in a row over ${over}, whatever was waited`;
    this.#lasting.abort(new Blocked(this.#reason));
  }
}

type Answer = Pick<ExchangeRecord, 'error' | 'otherCredentials'> & {
  readonly response: Pick<NonNullable<ExchangeRecord['response']>, 'status'> | null;
};
