import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Arrival } from './arrival.ts';
import { endpoints } from './endpoints.ts';
import { NetworkError } from './network-error.ts';
import { createSender, type Prepared, prepare } from './prepare.ts';
import { makeRecord } from './record.ts';
import { longestWaitMs, waitAfter429 } from './retry-after.ts';
import type { Client, ClientOptions, Exchange, RequestOptions } from './types.ts';

const mostRetries = 5;

/** Throws one clear line where the base address is no http or https address. */
export function createClient(options: ClientOptions): Client {
  const { transport, mask, pace, wait, onExchange, deadlineMs = 15_000, maxBodyBytes = 2 * 1024 * 1024 } = options;
  const sender = createSender(options.baseUrl, options.credentials, mask, options.newIdempotencyKey ?? randomUUID);

  async function request(input: RequestOptions): Promise<Exchange> {
    const { signal } = input;
    signal?.throwIfAborted();
    const prepared = prepare(sender, input);
    const bounds = { deadlineMs: input.deadlineMs ?? deadlineMs, maxBodyBytes, signal };
    for (let attempt = 0; ; attempt++) {
      if (pace !== undefined) await (signal === undefined ? pace() : unlessAborted(pace(), signal));
      const arrival = await transport.send(prepared.outgoing, bounds);
      const id = ++lastId;
      if (arrival.failure !== null) throw failed(id, prepared, arrival, signal);

      const text = isUtf8(arrival.bytes) ? arrival.bytes.toString() : null;
      if (onExchange !== undefined) onExchange(makeRecord(id, prepared, arrival, mask, text, null));
      const exchange = exchangeOf(id, prepared, arrival, text);
      if (exchange.status !== 429 || wait === undefined || input.onRateLimited === 'return') return exchange;
      if (attempt === mostRetries || !isRateLimited(exchange.json)) return exchange;
      const ms = waitAfter429(exchange.headers, attempt, exchange.startedAt + exchange.durationMs);
      if (ms > longestWaitMs) return exchange;
      await (signal === undefined ? wait(ms) : unlessAborted(wait(ms), signal));
    }
  }

  function failed(id: number, prepared: Prepared, arrival: Arrival, signal: AbortSignal | undefined): unknown {
    const { kind, reason } = arrival.failure ?? { kind: 'reset', reason: '' };
    const message = `${prepared.outgoing.method} ${prepared.shownPath}: ${mask.text(reason)}`;
    if (onExchange !== undefined && kind !== 'caller') {
      onExchange(makeRecord(id, prepared, arrival, mask, null, message));
    }
    if (kind === 'aborted') return signal?.reason;
    if (kind === 'caller') return new TypeError(message);
    return new NetworkError(kind, message);
  }

  return {
    request,
    with: (overrides) => createClient({ ...options, ...overrides }),
    ...endpoints(request),
  };
}

let lastId = 0;

function exchangeOf(id: number, prepared: Prepared, arrival: Arrival, text: string | null): Exchange {
  const { outgoing } = prepared;
  return {
    id,
    method: outgoing.method,
    url: prepared.url,
    path: prepared.shownPath,
    status: arrival.status,
    headers: joined(arrival.headers),
    bytes: arrival.bytes,
    text: text ?? arrival.bytes.toString(),
    json: text === null || text === '' ? undefined : parse(text),
    sent: { headers: Object.fromEntries(prepared.shownHeaders), body: prepared.shownBody },
    startedAt: arrival.startedAt,
    sentMono: arrival.sentMono,
    receivedMono: arrival.receivedMono,
    durationMs: arrival.receivedMono - arrival.sentMono,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function joined(headers: Arrival['headers']): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return result;
}

function isRateLimited(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('error' in json)) return false;
  const { error } = json;
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'rate_limited';
}

/** Rejects with the signal's reason as soon as it is aborted; what was waited for goes on unseen. */
async function unlessAborted(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop);
  // What is waited for may itself have aborted it.
  if (signal.aborted) stop();
  try {
    await Promise.race([waiting, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
