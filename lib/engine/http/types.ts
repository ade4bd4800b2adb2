import type { ClientLook } from './look.ts';
import type { RawAnswer } from './network/answer-receiver.ts';
import type { Outgoing, Transport } from './network/transport.ts';
import type { RetryPolicy } from './pipeline/retry-policy.ts';
import type { Mask } from './shown/mask.ts';

export interface Credentials {
  apiKey: string;
  merchantId: string;
}

/** One request and its answer, as a check sees it. */
export interface Exchange {
  /** Unique within the run. */
  id: number;
  method: string;
  /** Secrets are masked, as in `path`. */
  url: string;
  /** Includes the base path; otherwise as it was sent. */
  path: string;
  status: number;
  /** Lower-case names; several values joined by ", ". */
  headers: Readonly<Record<string, string>>;
  /** The body as received, never decompressed. */
  bytes: Buffer;
  text: string;
  /** Undefined if the body is not JSON in UTF-8. */
  json: unknown;
  /** Secrets are masked. */
  sent: { headers: Readonly<Record<string, string>>; body: string | null };
  /** Epoch milliseconds at which the request was written to its connection. */
  startedAt: number;
  /** `performance.now()` when the request was written, and when the last byte of the answer had arrived. */
  sentMono: number;
  receivedMono: number;
  durationMs: number;
}

/** What reports keep of an exchange: plain JSON, with secrets masked when it is made. */
export interface ExchangeRecord {
  id: number;
  /** Epoch milliseconds. */
  startedAt: number;
  /** The same moment on the monotonic clock of the process that sent it (`performance.now()`, milliseconds). */
  sentMono?: number;
  durationMs: number;
  request: {
    method: string;
    url: string;
    httpVersion: '1.1';
    headers: [name: string, value: string][];
    /** Base64 if `bodyEncoding` says so, which is only for bytes that are not UTF-8. */
    body: string | null;
    bodyEncoding?: 'base64';
    /** The record has only the beginning of a very long body. */
    truncated?: true;
  };
  /** Null if no answer had begun. */
  response: {
    status: number;
    statusText?: string;
    headers: [name: string, value: string][];
    body: string;
    bodyEncoding: 'utf8' | 'base64';
    /** The record does not have the whole body: it was too long, cut off on the way, or compressed (which could hide a secret). */
    truncated: boolean;
  } | null;
  error: string | null;
  /** No answer came, for a reason that counts as the network's: see `isLoss`. */
  lost?: true;
  /** The request was not sent with the merchant's own credentials, although they may look like it once masked. */
  otherCredentials?: true;
}

export type Body = Record<string, unknown>;

export interface CallOptions {
  /** The bytes of the body, in place of a JSON value. */
  rawBody?: string | Buffer;
  /** Default: `application/json` if there is a body; null: none. */
  contentType?: string | null;
  /** Added to the usual headers, or replacing those of the same name; null removes a header. */
  headers?: Record<string, string | null>;
  /** Null: none is sent. Default: a new one for each POST. */
  idempotencyKey?: string | null;
  /** Replaces some or all of the client's own; null: none are sent. */
  credentials?: Partial<Credentials> | null;
  deadlineMs?: number;
  /** Default: `wait`, which needs the client's `wait`. */
  onRateLimited?: 'wait' | 'return';
  /** Default: `retry`, which needs the client's `retryPolicy`: a request whose answer was lost is sent again if that is safe. */
  onLost?: 'retry' | 'raise';
  signal?: AbortSignal;
}

export interface RequestOptions extends CallOptions {
  method: string;
  /** Below the base address, starting with `/`, sent as it is: percent-encode what needs it. */
  path: string;
  /** Sent as JSON; undefined: no body. */
  body?: unknown;
}

export interface ClientOptions {
  /** http or https; may have a base path and a trailing slash. */
  baseUrl: string;
  credentials: Credentials | null;
  transport: Transport;
  mask: Mask;
  /** Time limit of an exchange in milliseconds, from connecting to the last byte; pacing is not counted. Default 15,000. */
  deadlineMs?: number;
  /** Default 2 MB. */
  maxBodyBytes?: number;
  /** Awaited before every request; true if the request exceeds the rate that the target must grant. */
  pace?: () => Promise<boolean>;
  /** Called after a 429 to a request that exceeded the rate, before it is sent again: the harness caused it, whatever its form. */
  onExceeded?: () => void;
  /** Wraps each sending of a request, without its pacing. */
  calling?: (call: () => Promise<RawAnswer>) => Promise<RawAnswer>;
  /** Wraps each sending of a request, with its pacing; it may return an answer without sending. */
  interceptor?: (request: Outgoing, send: () => Promise<RawAnswer>, signal?: AbortSignal) => Promise<RawAnswer>;
  /** Waits after a 429; without it, a 429 is returned. */
  wait?: (ms: number) => Promise<void>;
  /**
   * Called after a 429 `rate_limited` to a request within the rate that is to wait. `waited`: since the 429 before it had waited for as
   * long as that had asked, or for a minute.
   */
  onRefused?: (waited: boolean) => void;
  /** The clock that `wait` waits by, in milliseconds. Default: this machine's. */
  now?: () => number;
  /** When it is aborted, requests that wait for their turn, or to be sent again, reject at once with its reason. */
  ends?: AbortSignal | undefined;
  /** How requests whose answer was lost are repeated; without it, a lost answer is an error. */
  retryPolicy?: RetryPolicy | undefined;
  /** Default: counts within this process. */
  newExchangeId?: () => number;
  onExchange?: (record: ExchangeRecord) => void;
  /** Default: `plainLook`, which is recognisable. */
  look?: ClientLook;
  newIdempotencyKey?: () => string;
  /** Makes the header `traceparent` of each request; without it, there is none. */
  newTraceparent?: (() => string) | undefined;
}

/**
 * A request resolves with the answer, refusals included. It rejects with NetworkError if no complete answer came, or with the reason of
 * an aborted signal (of the request, or `ends`). Redirects are never followed. A request is sent again only after a 429 `rate_limited`, after any 429 if it exceeded
 * the rate, and, with `retryPolicy`, after a lost answer.
 */
export interface Client {
  request(options: RequestOptions): Promise<Exchange>;
  /** The same client with other options. */
  with(overrides: Partial<ClientOptions>): Client;
}
