import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { presentHistory } from '../time/activity.ts';
import { markOf } from './listen.ts';

/**
 * Makes names unique to this run and among all runs. Within a check (or a preparation) whose history is kept, a replay gets the same
 * names: they are made from the run, the check, its turn and a counter.
 */
export class IdGenerator {
  readonly #run: string;
  #count = 0;

  constructor(run: { readonly startedAt: number; readonly seed: number }) {
    this.#run = markOf(run);
  }

  /** Letters, digits and `-`. */
  unique(prefix: string): string {
    const history = presentHistory();
    if (history === null) return `${prefix}-${this.#run}-${(++this.#count).toString(36)}`;
    const whose = createHash('sha256').update(`${history.name} ${history.turn}`).digest().readUIntBE(0, 5);
    return `${prefix}-${this.#run}-${whose.toString(36).padStart(8, '0')}${history.count('name').toString(36)}`;
  }

  /** A key that names one request and its repetitions. */
  idempotencyKey(): string {
    const hex = this.#replayable('key');
    if (hex === null) return randomUUID();
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  }

  /** Header `traceparent` (W3C Trace Context) of one request: a trace of its own, which the target's traces name. */
  traceparent(): string {
    const hex = this.#replayable('trace') ?? randomBytes(24).toString('hex');
    return `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`;
  }

  /** The same in a replay; null where no history is kept. */
  #replayable(what: 'key' | 'trace'): string | null {
    const history = presentHistory();
    if (history === null) return null;
    const text = `${this.#run} ${history.name} ${history.turn} ${history.count(what)}`;
    return createHash('sha256')
      .update(what === 'key' ? text : `${what} ${text}`)
      .digest('hex');
  }
}
