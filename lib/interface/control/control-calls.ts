import { isUtf8 } from 'node:buffer';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { type NetworkSettings, openConnections } from '../../engine/http/network/route.ts';
import { ControlError } from '../../engine/run/merchants/control.ts';

/** The control interface's endpoints, as `GET /` lists them. */
export type ControlEndpoint =
  | 'POST /clock/advance'
  | 'POST /merchants'
  | 'PATCH /merchants/{merchantId}'
  | 'POST /merchants/{merchantId}/rotate-webhook-secret'
  | 'GET /merchants/{merchantId}/deliveries'
  | 'POST /merchants/{merchantId}/deliveries/{id}/resend'
  | 'POST /merchants/{merchantId}/checkouts/{reference}/settle'
  | 'POST /merchants/{merchantId}/escrows/{reference}/pay'
  | 'POST /merchants/{merchantId}/escrows/{reference}/dispute'
  | 'POST /merchants/{merchantId}/escrows/{reference}/buyer-release'
  | 'POST /wallets'
  | 'POST /merchants/{merchantId}/wallet-links/{linkId}/owner'
  | 'POST /merchants/{merchantId}/processing-delay';

export type Method = 'GET' | 'POST' | 'PATCH';

/** Upper bound of an answer of control, in bytes; the console's list of a merchant's deliveries is the longest. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Milliseconds before each repetition of a call whose answer was lost. */
const pausesMs = [200, 1_000];

/** Calls that must not be repeated: another resend would be sent, or the clock would move twice. */
const notRepeatable: ReadonlySet<string> = new Set([
  'POST /clock/advance',
  'POST /merchants/{merchantId}/deliveries/{id}/resend',
]);

/** Actions of a buyer or owner: a repetition is refused if the first call took effect. */
const personActions: ReadonlySet<string> = new Set([
  'POST /merchants/{merchantId}/checkouts/{reference}/settle',
  'POST /merchants/{merchantId}/escrows/{reference}/pay',
  'POST /merchants/{merchantId}/escrows/{reference}/dispute',
  'POST /merchants/{merchantId}/escrows/{reference}/buyer-release',
  'POST /merchants/{merchantId}/wallet-links/{linkId}/owner',
]);

export const isPersonAction = (endpoint: string): boolean => personActions.has(endpoint);

/** Sends the calls of the control interface: bounded in time and size, and repeated where an answer was lost. */
export class ControlCalls {
  onHeard: (answered: boolean) => void = () => {};
  readonly #connections: Dispatcher;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;

  constructor(url: string, token: string | null, network: NetworkSettings, keepAlive: boolean) {
    const { origin, pathname } = new URL(url);
    this.#origin = origin;
    this.#basePath = pathname.replace(/\/+$/, '');
    // An action may take longer than a request.
    this.#timeoutMs = 2 * network.timeoutMs;
    const options = { connections: 64, pipelining: keepAlive ? 1 : 0, keepAliveTimeout: 700, maxHeaderSize: 64 * 1024 };
    this.#connections = openConnections(network, origin, options);
    this.#headers = {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  /** Whether control answers at all, within 5 s. */
  async answers(): Promise<boolean> {
    return await this.#ask('GET', '/', null, Math.min(this.#timeoutMs, 5_000)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Sends a call, and repeats it where its answer was lost, unless it is in `notRepeatable` or timed out. `turn`: how often it
   * was repeated. Throws ControlError.
   */
  async callWithRetries(
    endpoint: ControlEndpoint | 'GET /',
    method: Method,
    path: string,
    body: string | null,
    timeout = this.#timeoutMs,
  ): Promise<{ status: number; text: string | null; turn: number }> {
    for (let turn = 0; ; turn++) {
      try {
        const answer = await this.#ask(method, path, body, timeout);
        this.onHeard(true);
        return { ...answer, turn };
      } catch (error) {
        this.onHeard(false);
        const pauseMs = pausesMs[turn];
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        if (pauseMs === undefined || timedOut || notRepeatable.has(endpoint)) {
          throw new ControlError('failed', endpoint, `control, ${endpoint}: no answer (${reasonOf(error)})`, true);
        }
        await pause(pauseMs);
      }
    }
  }

  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  async #ask(method: Method, path: string, payload: string | null, timeout: number) {
    const { statusCode, body } = await this.#connections.request({
      origin: this.#origin,
      method,
      path: this.#basePath + path,
      headers: this.#headers,
      body: payload,
      // The signal bounds the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: AbortSignal.timeout(timeout),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES / 1024 / 1024} MB`);
    }
    return { status: statusCode, text: textOf(Buffer.concat(chunks)) };
  }
}

/** Null where the bytes are not UTF-8. */
function textOf(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString() : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return code === '' || code === '23' ? error.message : code;
}
