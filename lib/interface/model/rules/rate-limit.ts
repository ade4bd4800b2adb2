import type { RequirementId } from '../../register/index.ts';
import type { Exchange } from '../events.ts';
import type { Rule, Violation } from '../model-object.ts';
import type { ModelState } from '../model-state.ts';
import { isUnknown } from '../operations.ts';

// "120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`" (Limits): whether minutes follow a
// clock, begin with a request, slide or refill is not shown. Only for merchants that were created in this run: nothing
// else uses their keys.

export const rateRows = {
  code: 'rate-limit.more-is-refused',
  retryAfter: 'rate-limit.retry-after-present',
  dishonest: 'rate-limit.retry-after-honest',
  tooSoon: 'rate-limit.120-at-once-pass',
  tooLate: 'rate-limit.long-run-bounded',
} as const satisfies Record<string, RequirementId>;

const MINUTE_MS = 60_000;
const MAX_PER_MINUTE = 120;

/** Requests outside of the interface, such as to a path without `/v1`, may count as well: at most this many per minute. */
const MAX_OTHERS_PER_MINUTE = 10;

/** The target's time, in milliseconds: earliest beginning and latest end. */
interface TimedRequest {
  readonly exchange: Exchange;
  readonly earliest: number;
  latest: number;
}

export class RateLimit implements Rule {
  readonly #model: ModelState;
  readonly #requests = new Map<Exchange, TimedRequest>();

  constructor(model: ModelState) {
    this.#model = model;
  }

  onRequest(exchange: Exchange): void {
    const { earliest } = this.#model.time.boundsAt(exchange.began);
    this.#requests.set(exchange, { exchange, earliest, latest: Number.POSITIVE_INFINITY });
  }

  onResponse(exchange: Exchange): Violation[] {
    const request = this.#requests.get(exchange);
    if (request !== undefined) request.latest = this.#model.time.boundsAt(exchange.ended).latest;
    const { status, code, retryAfter } = exchange;
    if (isLinkRequest(exchange)) return [];
    if (status !== 429) {
      if (code !== 'rate_limited') return [];
      return [violation(rateRows.code, exchange, `was refused with ${status} rate_limited`, '429 `rate_limited`')];
    }
    const isStated = retryAfter !== null && (/^\d+$/.test(retryAfter) || !Number.isNaN(Date.parse(retryAfter)));
    if (!isStated) {
      const what = `was refused with 429 and \`Retry-After\` ${JSON.stringify(retryAfter)}`;
      return [violation(rateRows.retryAfter, exchange, what, 'seconds, or an HTTP date')];
    }
    if (code === null || code === 'rate_limited') return [];
    return [violation(rateRows.code, exchange, `was refused with 429 ${code}`, '`rate_limited`')];
  }

  conclude(): Violation[] {
    const all = [...this.#requests.values()];
    const byMerchant = Map.groupBy(all, ({ exchange: { merchant } }) => merchant);
    const others = all.filter(({ exchange: { credentials } }) => credentials !== 'own');
    return [...byMerchant].flatMap(([merchant, requests]) => {
      const isLimited = requests.some(({ exchange: { status } }) => status === 429);
      if (!this.#model.createdInThisRun(merchant)) return [];
      if (!isLimited) return acceptedAboveLimit(requests);
      return [
        ...refusedBelowLimit(requests, others),
        ...acceptedAboveLimit(requests),
        ...refusedTooLong(requests, others),
      ];
    });
  }
}

/**
 * Refused although no minute before it has 120 requests, however minutes are counted. `others`: requests with other
 * credentials, which may count for this key.
 */
function refusedBelowLimit(requests: readonly TimedRequest[], others: readonly TimedRequest[]): Violation[] {
  const all = new Set([...requests, ...others]);
  for (const { exchange, earliest } of requests) {
    if (!isLimited(exchange)) continue;
    // Whether minutes follow the clock that control moves is not shown.
    const isRecent = (each: TimedRequest) =>
      each.exchange.began <= exchange.ended &&
      (each.latest >= earliest - MINUTE_MS || each.exchange.ended >= exchange.began - MINUTE_MS);
    let count = 0;
    for (const each of all) if (isRecent(each) && ++count > MAX_PER_MINUTE - MAX_OTHERS_PER_MINUTE) break;
    if (count > MAX_PER_MINUTE - MAX_OTHERS_PER_MINUTE) continue;
    const what = `was refused with 429, and with it its key was used ${count} times within a minute`;
    return [violation(rateRows.tooSoon, exchange, what, '120 requests a minute are let through')];
  }
  return [];
}

/** In milliseconds: `Retry-After` has whole seconds. */
const RETRY_AFTER_SLACK_MS = 2_000;

/** Refused although the times named by the refusals before it have passed, and nothing else was requested in between. */
function refusedTooLong(requests: readonly TimedRequest[], others: readonly TimedRequest[]): Violation[] {
  const all = [...new Set([...requests, ...others])].sort((a, b) => a.exchange.began - b.exchange.began);
  let served = Number.NEGATIVE_INFINITY;
  let refused: TimedRequest[] = [];
  for (const [at, each] of all.entries()) {
    const { exchange } = each;
    if (!isLimited(exchange)) {
      served = Math.max(served, exchange.ended);
      refused = refused.filter((before) => before.exchange.ended > served);
      continue;
    }
    const isAlone = (all[at + 1]?.exchange.began ?? Number.POSITIVE_INFINITY) > exchange.ended;
    // A refusal that came after every request let through names the time at which the limit is free again.
    const isFull = refused.some((before) => before.exchange.began >= served);
    if (isAlone && isFull && refused.every((before) => isOver(before, each))) {
      const stated = refused.map((before) => before.exchange.retryAfter);
      const what = `was refused with 429, though the time that \`Retry-After\` named before, ${[...new Set(stated)].join(', ')} s, was over`;
      return [violation(rateRows.dishonest, exchange, what, 'it is let through')];
    }
    refused.push(each);
  }
  return [];
}

function isOver({ exchange: { retryAfter }, latest }: TimedRequest, { earliest }: TimedRequest): boolean {
  if (!/^\d{1,6}$/.test(retryAfter ?? '')) return false;
  return earliest - latest >= 1_000 * Number(retryAfter) + RETRY_AFTER_SLACK_MS;
}

const isLimited = (exchange: Exchange) =>
  exchange.status === 429 &&
  exchange.code === 'rate_limited' &&
  exchange.credentials === 'own' &&
  !isLinkRequest(exchange);

/** How a wallet's sixth link request within an hour is refused is not shown: any status and code, 429 `rate_limited` included. */
const isLinkRequest = ({ method, path }: Exchange) => method === 'POST' && path.join('/') === 'wallet-links';

/** More were let through than any way of counting minutes allows. */
function acceptedAboveLimit(requests: readonly TimedRequest[]): Violation[] {
  const accepted = requests
    .filter(({ exchange }) => exchange.credentials === 'own' && exchange.status !== 429 && !isUnknown(exchange))
    .sort((a, b) => a.latest - b.latest);
  // An interval of n minutes overlaps at most n + 1 counted minutes.
  for (const minutes of [1, 2, 5]) {
    const granted = MAX_PER_MINUTE * (minutes + 1);
    for (const [at, { latest, exchange }] of accepted.entries()) {
      const first = accepted[at - granted];
      if (first === undefined || latest - first.earliest >= minutes * MINUTE_MS) continue;
      const what = `was let through, as ${granted} others before it within ${minutes} min`;
      return [violation(rateRows.tooLate, exchange, what, '429 `rate_limited`')];
    }
  }
  return [];
}

function violation(requirement: RequirementId, exchange: Exchange, what: string, allowed: string): Violation {
  const { id, method, path } = exchange;
  const subject = `${method} /v1/${path.join('/')}`;
  return { requirement, subject, history: [], what, allowed, exchanges: [id], webhooks: [] };
}
