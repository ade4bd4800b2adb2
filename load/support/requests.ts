import http, { type BatchRequest, type RefinedResponse } from 'k6/http';
import type { PlannedRequest } from './asks.ts';
import type { Line } from './line.ts';
import { baseUrl, type Key, liveUrl, type Mine } from './settings.ts';
import { clockMoves, movedMs } from './time.ts';

// k6 gives scripts a console; its types name none.
declare const console: { log(text: string): void };

/** One request of a batch. */
export interface Ask extends PlannedRequest {
  /** Whose request it is, where not that of the whole batch. */
  readonly of?: Mine;
}

/** Options that each script has: as many requests at once as it sends, and no response that makes k6 itself call a request failed. */
export function usual(together: number) {
  return {
    batch: together,
    batchPerHost: together,
    // A server that closes connections unannounced would lose requests that are sent meanwhile.
    noConnectionReuse: __ENV.LOAD_NEW_CONNECTIONS === '1',
    summaryTrendStats: ['min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
    systemTags: ['status', 'method', 'name', 'scenario', 'expected_response'],
    userAgent: 'merchant-payments-conformance load',
  };
}

interface Keeping {
  /** The audit needs the answers' bodies; they are kept if nothing else is said. Those of refusals are kept in any case: they say why. */
  readonly keepBodies?: boolean;
  /** Of arrivals: milliseconds since they were due, and the segment of k6 that they are of. */
  readonly lateMs?: number;
  readonly segment?: readonly [number, number];
}

/** Sends all of them at once, and leaves a line of each. */
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

/** k6's codes for what went wrong on the way, a body cut in the middle among it; from 1400 to 1599 they tell of a status alone. */
function cutOff(code: number): boolean {
  return code >= 1_000 && (code < 1_400 || code >= 1_600);
}

/** To the microsecond. */
function micros(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
