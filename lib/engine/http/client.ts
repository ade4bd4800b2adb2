import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { parseJson } from './json.ts';
import { plainLook } from './look.ts';
import type { RawAnswer } from './network/answer-receiver.ts';
import { isLoss, NetworkError } from './network/network-error.ts';
import { makeRecord } from './pipeline/record.ts';
import { MAX_WAIT_MS, toldAfter429, waitAfter429 } from './pipeline/retry-after.ts';
import { Repetitions } from './pipeline/retry-policy.ts';
import { createSender, type Prepared, prepare } from './prepare.ts';
import type { Client, ClientOptions, Exchange, RequestOptions } from './types.ts';

const MAX_RETRIES = 5;

/** After a wait that long, in milliseconds, a limit per minute has room again, whatever the target asked for. */
const MINUTE_MS = 60_000;

/** Throws a one-line Error if the base address is not an http or https address. */
export function createClient(options: ClientOptions): Client {
  const {
    transport,
    mask,
    pace,
    onExceeded,
    calling = (call) => call(),
    wait,
    now = () => performance.now(),
    onRefused,
    ends,
    interceptor,
    newExchangeId = nextId,
    onExchange,
    deadlineMs = 15_000,
    maxBodyBytes = 2 * 1024 * 1024,
  } = options;
  const { baseUrl, credentials, newIdempotencyKey = randomUUID, look = plainLook } = options;
  const sender = createSender({ baseUrl, credentials, mask, newIdempotencyKey, look });

  function traced(input: RequestOptions): RequestOptions {
    if (options.newTraceparent === undefined) return input;
    return { ...input, headers: { traceparent: options.newTraceparent(), ...input.headers } };
  }

  async function request(input: RequestOptions): Promise<Exchange> {
    const { signal } = input;
    signal?.throwIfAborted();
    const prepared = prepare(sender, traced(input));
    const limits = { deadlineMs: input.deadlineMs ?? deadlineMs, maxBodyBytes, signal };
    const hasKey = prepared.outgoing.headers.some((name, at) => at % 2 === 0 && /^idempotency-key$/i.test(name));
    const retryPolicy = input.onLost === 'raise' ? undefined : options.retryPolicy;
    const repetitions = new Repetitions(retryPolicy, { ...input, origin: prepared.outgoing.origin, hasKey });
    const stop = signal === undefined || ends === undefined ? (signal ?? ends) : AbortSignal.any([signal, ends]);
    let exceeds = false;
    let refused = { at: Number.POSITIVE_INFINITY, askedMs: 0 };
    const send = async () => {
      if (pace !== undefined) {
        stop?.throwIfAborted();
        exceeds = await unlessAborted(pace(), stop);
      }
      return await calling(() => transport.send(prepared.outgoing, limits));
    };
    for (let limited = 0; ; ) {
      exceeds = false;
      const answer = await (interceptor === undefined ? send() : interceptor(prepared.outgoing, send, signal));
      const id = newExchangeId();
      if (answer.failure !== null) {
        const error = reportFailure(id, prepared, answer, signal);
        const again = repetitions.after(error instanceof NetworkError ? error.kind : 'malformed');
        if (await unlessAborted(again, stop)) continue;
        throw error;
      }

      const text = isUtf8(answer.bytes) ? answer.bytes.toString() : null;
      if (onExchange !== undefined) onExchange(makeRecord(id, prepared, answer, mask, text, null));
      const exchange = exchangeOf(id, prepared, answer, text);
      if (repetitions.begun && isRefused(exchange, 409, 'request_in_progress')) {
        const again = repetitions.whileInProgress();
        if (await unlessAborted(again, stop)) continue;
        throw new NetworkError(
          'timeout',
          `${exchange.method} ${exchange.path}: an answer was lost, and its request stays in progress`,
        );
      }
      repetitions.answered();
      if (exchange.status !== 429 || wait === undefined) return exchange;
      const receivedAt = exchange.startedAt + exchange.durationMs;
      const before = refused;
      refused = { at: now(), askedMs: toldAfter429(exchange.headers, receivedAt) ?? MINUTE_MS };
      if (exceeds) {
        onExceeded?.();
        await unlessAborted(wait(Math.min(waitAfter429(exchange.headers, 0, receivedAt), MAX_WAIT_MS)), stop);
        continue;
      }
      if (input.onRateLimited === 'return' || !isRefused(exchange, 429, 'rate_limited')) return exchange;
      onRefused?.(refused.at - before.at >= before.askedMs);
      if (limited === MAX_RETRIES) return exchange;
      const ms = waitAfter429(exchange.headers, limited++, receivedAt);
      if (ms > MAX_WAIT_MS) return exchange;
      await unlessAborted(wait(ms), stop);
    }
  }

  function reportFailure(id: number, prepared: Prepared, answer: RawAnswer, signal: AbortSignal | undefined): unknown {
    const { kind, reason } = answer.failure ?? { kind: 'reset', reason: '' };
    const message = `${prepared.outgoing.method} ${prepared.shownPath}: ${mask.text(reason)}`;
    if (onExchange !== undefined && kind !== 'caller') {
      const record = makeRecord(id, prepared, answer, mask, null, message);
      onExchange(isLoss(kind) ? { ...record, lost: true } : record);
    }
    if (kind === 'aborted') return signal?.reason;
    if (kind === 'caller') return new TypeError(message);
    return new NetworkError(kind === 'closed' ? 'unreachable' : kind, message);
  }

  return {
    request,
    with: (overrides) => createClient({ ...options, ...overrides }),
  };
}

let lastId = 0;

const nextId = () => ++lastId;

function exchangeOf(id: number, prepared: Prepared, answer: RawAnswer, text: string | null): Exchange {
  const { outgoing } = prepared;
  return {
    id,
    method: outgoing.method,
    url: prepared.url,
    path: prepared.shownPath,
    status: answer.status,
    headers: joinHeaders(answer.headers),
    bytes: answer.bytes,
    text: text ?? answer.bytes.toString(),
    json: text === null || text === '' ? undefined : parseJson(text),
    sent: { headers: Object.fromEntries(prepared.shownHeaders), body: prepared.shownBody },
    startedAt: answer.startedAt,
    sentMono: answer.sentMono,
    receivedMono: answer.receivedMono,
    durationMs: answer.receivedMono - answer.sentMono,
  };
}

function joinHeaders(headers: RawAnswer['headers']): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return result;
}

function isRefused({ status, json }: Exchange, expected: number, code: string): boolean {
  if (status !== expected) return false;
  if (typeof json !== 'object' || json === null || !('error' in json)) return false;
  const { error } = json;
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Rejects with the signal's reason as soon as it is aborted; what was waited for goes on, and its result is ignored. */
async function unlessAborted<T>(waiting: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await waiting;
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop);
  // The awaited work may itself have aborted the signal.
  if (signal.aborted) stop();
  try {
    return await Promise.race([waiting, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
