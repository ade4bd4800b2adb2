import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { presentHistory } from '../../time/activity.ts';
import type { Appearance } from './appearance.ts';
import { inMixedCase, type Mark, markOf, nameOf } from './names.ts';

/**
 * Makes names that are unique within this run and among all runs. They are derived from the run's secret: a name does not reveal which
 * check uses it, and the same check has other names in each run. A check (or preparation) whose history is kept gets the same names in a
 * replay: they are derived from the secret, the check, its turn and a counter.
 */
export class IdGenerator {
  readonly #mark: Mark;
  readonly #secret: string;
  #count = 0;

  constructor(run: {
    readonly startedAt: number;
    readonly seed: number;
    readonly appearance?: Appearance | undefined;
  }) {
    this.#mark = markOf(run);
    this.#secret = `${run.appearance?.secret ?? ''} ${run.startedAt} ${run.seed}`;
  }

  /** Letters, digits and `-`. Only the plain form contains the prefix; if the prefix has capitals, so does the name. */
  unique(prefix: string): string {
    const history = presentHistory();
    const checkAndTurn = history === null ? null : `${history.name} ${history.turn}`;
    const count = history === null ? ++this.#count : history.count('name');
    if (typeof this.#mark !== 'string') {
      const name = nameOf(this.#mark, `${checkAndTurn ?? ''} ${count}`);
      return /[A-Z]/.test(prefix) ? inMixedCase(name) : name;
    }
    const own = checkAndTurn === null ? '' : this.#digest(checkAndTurn).readUIntBE(0, 5).toString(36).padStart(8, '0');
    return `${prefix}-${this.#mark}-${own}${count.toString(36)}`;
  }

  /** An idempotency key for one request and its repetitions. */
  idempotencyKey(): string {
    const hex = this.#replayable('key');
    if (hex === null) return randomUUID();
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `${variant}${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  }

  /** Header `traceparent` (W3C Trace Context) of one request: each has its own trace id, by which the target's traces can be found. */
  traceparent(): string {
    const hex = this.#replayable('trace') ?? randomBytes(24).toString('hex');
    return `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`;
  }

  /** Hex digits that are the same in a replay; null if no history is kept. */
  #replayable(what: 'key' | 'trace'): string | null {
    const history = presentHistory();
    if (history === null) return null;
    return this.#digest(`${what} ${history.name} ${history.turn} ${history.count(what)}`).toString('hex');
  }

  #digest(text: string): Buffer {
    return createHmac('sha256', this.#secret).update(text).digest();
  }
}
