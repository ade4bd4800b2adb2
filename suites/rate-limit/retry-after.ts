import {
  Blocked,
  derivation,
  type Exchange,
  type ExchangeView,
  field,
  NotExercised,
} from '../../lib/interface/index.ts';
import { type Answer, isRefused } from './support.ts';

/** In seconds: up to one for rounding (both forms of `Retry-After` are whole seconds), and one for clocks and network. */
export const SLACK = 2;

/** Seconds after which the `Retry-After` of each of these is over. */
export function longestAsked(answers: readonly Exchange[]): number {
  return SLACK + Math.max(0, ...answers.filter(isRefused).map((refusal) => retryAfter(refusal) ?? 0));
}

/** Seconds from the receipt of this answer; undefined if `Retry-After` is missing or has neither form (RFC 9110, 10.2.3). */
export function retryAfter(answer: Answer): number | undefined {
  const said = answer.headers['retry-after'] ?? '';
  if (/^\d+$/.test(said)) return Number(said);
  const until = httpDate(said);
  if (until === undefined) return undefined;
  const from = httpDate(answer.headers.date ?? '') ?? answer.startedAt + answer.durationMs;
  return Math.max(0, (until - from) / 1_000);
}

/** The preferred format and the two obsolete ones; all are in GMT, which the last one does not state. */
const spellings = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

function httpDate(text: string): number | undefined {
  if (!spellings.some((spelling) => spelling.test(text))) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

export const retryAfterOf = derivation('seconds of Retry-After', (answer: ExchangeView) => retryAfter(answer));

/**
 * A step: the answer to a request that was refused and is sent again under its key. Whether error responses are replayed is not shown, so a
 * replayed 429 shows nothing.
 */
export function sentAgain(answer: Exchange): Exchange {
  if (!isRefused(answer)) return answer;
  if (answer.headers['idempotent-replayed'] === 'true') throw new NotExercised('the 429 is replayed to the same key');
  throw new Blocked('the key is still refused after a minute without a request');
}

/** "A request with the same key still being processed": one that was refused is not processed any more. */
export const heldOf = derivation('refused as still being processed', (answers: readonly ExchangeView[]) =>
  answers.filter(({ json }) => field(json, 'error.code') === 'request_in_progress'),
);
