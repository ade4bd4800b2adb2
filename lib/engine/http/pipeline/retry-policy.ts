import type { NetworkErrorKind } from '../network/network-error.ts';

/**
 * What to do when an answer is lost: send the same request again, as the interface intends. Authentication: with the same Idempotency-Key
 * and the same body, the original response is replayed.
 */
export interface RetryPolicy {
  /** Pauses before each repetition, in milliseconds; their number is the maximum number of repetitions. */
  readonly pausesMs: readonly number[];
  wait(ms: number): Promise<void>;
  /** Whether it is useful to repeat a call, named `POST http://127.0.0.1:80/v1/things`. */
  mayRepeat(call: string): boolean;
  /**
   * Called when a call was answered, or its last repetition was lost, or not answered in time. `begunAt`: when that repetition was sent
   * (`performance.now()`).
   */
  ended(call: string, how: 'answered' | 'lost' | 'late', begunAt: number): void;
}

/** After this many time-outs a call is not repeated: a target that hangs would keep the check waiting too long. */
const MAX_TIMEOUTS = 2;

/** One call, while its answers are lost. */
export class Repetitions {
  readonly #policy: RetryPolicy | undefined;
  readonly #call: string;
  readonly #method: string;
  readonly #hasKey: boolean;
  #repetition = 0;
  #timeouts = 0;
  #begunAt = performance.now();

  constructor(
    policy: RetryPolicy | undefined,
    { method, path, origin, hasKey }: { method: string; path: string; origin: string; hasKey: boolean },
  ) {
    this.#policy = policy;
    this.#method = method;
    this.#hasKey = hasKey;
    // The same name for all references.
    this.#call = `${method} ${origin}${path.split('/', 3).join('/')}`;
  }

  /** True once an answer was lost and the request was sent again. */
  get begun(): boolean {
    return this.#repetition > 0;
  }

  /** Waits, and returns true if the request is to be sent again. */
  async after(kind: NetworkErrorKind): Promise<boolean> {
    if (kind === 'timeout') this.#timeouts++;
    const again = this.#isSafe(kind) && this.#timeouts < MAX_TIMEOUTS && (await this.#pause());
    if (!again) this.#policy?.ended(this.#call, kind === 'timeout' ? 'late' : 'lost', this.#begunAt);
    return again;
  }

  /** As `after`, when the first request is still being processed. */
  async whileInProgress(): Promise<boolean> {
    return this.begun && (await this.#pause());
  }

  answered(): void {
    this.#policy?.ended(this.#call, 'answered', this.#begunAt);
  }

  /**
   * A request that was not sent can be sent again, and so can a GET, and a POST with its key. DELETE has no key, and the answer to a
   * second one is not shown in the interface. An answer that came but cannot be read is not lost.
   */
  #isSafe(kind: NetworkErrorKind): boolean {
    if (kind === 'unreachable') return true;
    if (kind !== 'reset' && kind !== 'timeout') return false;
    return this.#method === 'GET' || (this.#method === 'POST' && this.#hasKey);
  }

  async #pause(): Promise<boolean> {
    const policy = this.#policy;
    const ms = policy?.pausesMs[this.#repetition];
    if (policy === undefined || ms === undefined || !policy.mayRepeat(this.#call)) return false;
    this.#repetition++;
    await policy.wait(ms);
    this.#begunAt = performance.now();
    return true;
  }
}
