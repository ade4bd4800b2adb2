import http, { type BatchRequest, type RefinedResponse } from 'k6/http';
import type { PlannedRequest } from './asks.ts';
import type { Line } from './line.ts';
import { baseUrl, type Key, liveUrl, type Mine } from './settings.ts';
import { clockMoves, movedMs } from './time.ts';

// k6 provides a console; its type definitions do not declare it.
declare const console: { log(text: string): void };

/** A request of a batch, with the key to send it with. */
export interface Ask extends PlannedRequest {
  /** The API key to send it with, if not the key of the batch. */
  readonly of?: Mine;
}

/** k6 options common to all scripts. `together`: maximum number of requests in one batch. */
export function usual(together: number) {
  return {
    batch: together,
    batchPerHost: together,
    // Requests sent on a connection that the server closes without notice would be lost.
    noConnectionReuse: __ENV.LOAD_NEW_CONNECTIONS === '1',
    summaryTrendStats: ['min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
    systemTags: ['status', 'method', 'name', 'scenario', 'expected_response'],
    userAgent: 'merchant-payments-conformance load',
  };
}

interface Keeping {
  /** Whether the audit needs the bodies of responses; default true. Bodies of statuses from 400 are always kept, because they give the reason. */
  readonly keepBodies?: boolean;
  /** Arrivals only: milliseconds since the request was due, and the k6 segment that sent it. */
  readonly lateMs?: number;
  readonly segment?: readonly [number, number];
}

/** Sends all requests simultaneously and logs one line for each. */
export function atOnce(mine: Mine, round: number, asks: readonly Ask[], keeping: Keeping = {}): Line[] {
  const at = Date.now();
  const answers = http.batch(asks.map((ask) => requestOf(ask.of?.key ?? mine.key, ask)));
  const wallMs = Date.now() - at;
  return asks.map((ask, place) => {
    const answer = answers[place];
    if (answer === undefined) throw new Error('k6 gave fewer answers than there were requests');
    const line = lineOf(answer, ask, {
      key: (ask.of ?? mine).index,
      round,
      at,
      ...(clockMoves && { aheadMs: movedMs() }),
      together: asks.length,
      wallMs,
      ...keeping,
    });
    console.log(JSON.stringify(line));
    return line;
  });
}

function requestOf(key: Key, { op, method, path, body, idempotencyKey }: Ask): BatchRequest {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${key.apiKey}`,
    'X-Merchant-Id': key.merchantId,
    Accept: 'application/json',
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  return {
    method,
    url: `${key.live ? liveUrl : baseUrl}${path}`,
    body: body === undefined ? null : JSON.stringify(body),
    params: { headers, tags: { name: op }, timeout: '30s', redirects: 0, responseType: 'text' },
  };
}

interface Told {
  readonly key: number;
  readonly round: number;
  readonly at: number;
  readonly aheadMs?: number;
  readonly together: number;
  readonly wallMs: number;
  readonly keepBodies?: boolean;
  readonly lateMs?: number;
  readonly segment?: readonly [number, number];
}

function lineOf(answer: RefinedResponse<'text'>, { op, turn }: Ask, told: Told): Line {
  const { keepBodies = true, lateMs, ...rest } = told;
  const { headers, timings, error } = answer;
  const status = cutOff(answer.error_code) ? 0 : answer.status;
  return {
    ...rest,
    turn,
    op,
    ms: micros(timings.duration),
    ...(lateMs === undefined ? {} : { lateMs: micros(lateMs), blockedMs: micros(timings.blocked) }),
    status,
    replayed: headers['Idempotent-Replayed'] === 'true',
    ...((keepBodies || status >= 400) && answer.body ? { body: answer.body } : {}),
    ...(status === 429 ? { retryAfter: headers['Retry-After'], date: headers.Date } : {}),
    ...(status === 0 ? { error } : {}),
  };
}

/** Whether k6's error code means a network failure, a truncated body included; codes from 1400 to 1599 only repeat the HTTP status. */
function cutOff(code: number): boolean {
  return code >= 1_000 && (code < 1_400 || code >= 1_600);
}

/** Milliseconds rounded to whole microseconds. */
function micros(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
