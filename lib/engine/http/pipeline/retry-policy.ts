import type { NetworkErrorKind } from '../network/network-error.ts';

/**
 * What to do where an answer was lost: the same request is sent again, as the interface intends. Authentication: under the same
 * Idempotency-Key, with the same body, the original response is replayed.
 */
export interface RetryPolicy {
  /** Before each repetition, in milliseconds: there are as many as there are pauses. */
  readonly pausesMs: readonly number[];
  wait(ms: number): Promise<void>;
  /** Whether it is any use to repeat such a call, named `POST http://127.0.0.1:80/v1/things`. */
  mayRepeat(call: string): boolean;
  /** A call was answered, or all its repetitions were lost too, or not answered in time. */
  ended(call: string, how: 'answered' | 'lost' | 'late'): void;
}

/** Repetitions of one call that may run into the deadline: a target that hangs would be asked for too long. */
const mostTimeouts = 2;

/** One call, while answers to it are lost. */
export class Repetitions {
  readonly #policy: RetryPolicy | undefined;
  readonly #call: string;
  readonly #method: string;
  readonly #hasKey: boolean;
  #turn = 0;
  #timeouts = 0;

  constructor(
    policy: RetryPolicy | undefined,
    { method, path, origin, hasKey }: { method: string; path: string; origin: string; hasKey: boolean },
  ) {
    this.#policy = policy;
    this.#method = method;
    this.#hasKey = hasKey;
    // Of all references one and the same call.
    this.#call = `${method} ${origin}${path.split('/', 3).join('/')}`;
  }

  /** True once an answer was lost, and the request sent again. */
  get begun(): boolean {
    return this.#turn > 0;
  }

  /** Waits and returns true where the request is to be sent again. */
  async after(kind: NetworkErrorKind): Promise<boolean> {
    if (kind === 'timeout') this.#timeouts++;
    const again = this.#isSafe(kind) && this.#timeouts < mostTimeouts && (await this.#pause());
    if (!again) this.#policy?.ended(this.#call, kind === 'timeout' ? 'late' : 'lost');
    return again;
  }

  /** As `after`, where the first request is still being processed. */
  async whileInProgress(): Promise<boolean> {
    return this.begun && (await this.#pause());
  }

  answered(): void {
    this.#policy?.ended(this.#call, 'answered');
  }

  /**
   * A request that never left can be sent again, and so can a GET, and a POST with its key. DELETE has no key, and what a second one is
   * answered is not shown. An answer that came and cannot be read is none that was lost.
   */
  #isSafe(kind: NetworkErrorKind): boolean {
    if (kind === 'unreachable') return true;
    if (kind !== 'reset' && kind !== 'timeout') return false;
    return this.#method === 'GET' || (this.#method === 'POST' && this.#hasKey);
  }

  async #pause(): Promise<boolean> {
    const policy = this.#policy;
    const ms = policy?.pausesMs[this.#turn];
    if (policy === undefined || ms === undefined || !policy.mayRepeat(this.#call)) return false;
    this.#turn++;
    await policy.wait(ms);
    return true;
  }
}
