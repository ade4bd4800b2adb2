import type { ClientLook } from './look.ts';
import type { Arrived } from './network/arrival.ts';
import type { Outgoing, Transport } from './network/transport.ts';
import type { RetryPolicy } from './pipeline/retry-policy.ts';
import type { Mask } from './shown/mask.ts';

export interface Credentials {
  apiKey: string;
  merchantId: string;
}

/** One request and its answer, as a check looks at it. */
export interface Exchange {
  /** Unique in this process. */
  id: number;
  method: string;
  /** Secrets are masked, as in the path. */
  url: string;
  /** With the base path, otherwise as it went out. */
  path: string;
  status: number;
  /** Lower-case names; several values joined by ", ". */
  headers: Readonly<Record<string, string>>;
  /** The body as it came, never decompressed. */
  bytes: Buffer;
  text: string;
  /** Undefined when the body is not JSON in UTF-8. */
  json: unknown;
  /** Secrets are masked. */
  sent: { headers: Readonly<Record<string, string>>; body: string | null };
  /** Epoch milliseconds at which the request was written to its connection. */
  startedAt: number;
  /** performance.now() when the request was written, and when the last byte of the answer had come. */
  sentMono: number;
  receivedMono: number;
  durationMs: number;
}

/** What reports keep of an exchange: plain JSON, secrets masked when it is made. */
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
    /** Base64 where `bodyEncoding` says so, which is only for bytes that are not UTF-8. */
    body: string | null;
    bodyEncoding?: 'base64';
    /** The record holds only the beginning of a very long body. */
    truncated?: true;
  };
  /** Null when no answer had begun. */
  response: {
    status: number;
    statusText?: string;
    headers: [name: string, value: string][];
    body: string;
    bodyEncoding: 'utf8' | 'base64';
    /** The record does not hold the whole body: too long, cut off on the way, or compressed (which could hide a secret). */
    truncated: boolean;
  } | null;
  error: string | null;
  /** No answer came: the network's fault, as far as can be known. */
  lost?: true;
  /** It was not sent with the merchant's own credentials as they are: masked, they may look so. */
  otherCredentials?: true;
}

export type Body = Record<string, unknown>;

export interface CallOptions {
  /** The body as it is, in place of a JSON value. */
  rawBody?: string | Buffer;
  /** Default `application/json` where there is a body; null: none. */
  contentType?: string | null;
  /** Added to the usual headers, or in place of those of the same name; null takes a header away. */
  headers?: Record<string, string | null>;
  /** Null: send none. Default: a fresh one on POST. */
  idempotencyKey?: string | null;
  /** Parts replace the client's own; null: send no credentials. */
  credentials?: Partial<Credentials> | null;
  deadlineMs?: number;
  /** Default `wait`, which needs the client's `wait`. */
  onRateLimited?: 'wait' | 'return';
  /** Default `settle`, which needs the client's `settling`: a request whose answer was lost is sent again, where that is safe. */
  onLost?: 'settle' | 'raise';
  signal?: AbortSignal;
}

export interface RequestOptions extends CallOptions {
  method: string;
  /** Below the base address, from `/`, sent as it is: percent-encode what needs it. */
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
  /** For the whole exchange from connecting to the last byte, not for pacing. Default 15,000. */
  deadlineMs?: number;
  /** Default 2 MB. */
  maxBodyBytes?: number;
  /** Awaited before every request; true: this one exceeds the rate that the target must grant. */
  pace?: () => Promise<boolean>;
  /** After a 429 to a request that exceeded the rate, before it is sent again: whatever the answer's form, it was our doing. */
  onExceeded?: () => void;
  /** Every sending itself goes through this, without its pacing. */
  calling?: (call: () => Promise<Arrived>) => Promise<Arrived>;
  /** Every sending goes through this, its pacing included: it may answer in place of sending. */
  interceptor?: (request: Outgoing, send: () => Promise<Arrived>, signal?: AbortSignal) => Promise<Arrived>;
  /** How to wait after a 429; without it a 429 is returned. */
  wait?: (ms: number) => Promise<void>;
  /** How to find out what became of a request whose answer was lost; without it the loss is an error. */
  retryPolicy?: RetryPolicy | undefined;
  /** Default: counts within this process. */
  newExchangeId?: () => number;
  onExchange?: (record: ExchangeRecord) => void;
  /** Default: recognisable. */
  look?: ClientLook;
  newIdempotencyKey?: () => string;
  /** Makes the header `traceparent` of each request; left out, there is none. */
  newTraceparent?: (() => string) | undefined;
}

/**
 * A request resolves with the answer, refusals included, and rejects with NetworkError where no whole answer
 * came, or with the reason of an aborted signal. Never follows redirects, never sends again, except
 * after a 429 `rate_limited` and, with `settling`, after an answer that was lost.
 */
export interface Client {
  request(options: RequestOptions): Promise<Exchange>;
  /** The same client with other options. */
  with(overrides: Partial<ClientOptions>): Client;
}
