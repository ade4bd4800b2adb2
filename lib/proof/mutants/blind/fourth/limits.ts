/** The rate limit, where it is told and by what it is counted. */
import type { Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

/** A limiter for each spelling of the Authorization header. */
function limitedByHeader(): Change {
  const limiters = new WeakMap<Merchant, Map<string, RateLimiter>>();
  return around('limitRate', (own) => (asked, next) => {
    const { header, merchant, service } = asked;
    const { functions, limits } = service.rules;
    const known = limiters.get(merchant) ?? new Map<string, RateLimiter>();
    limiters.set(merchant, known);
    const spelling = header('authorization') ?? '';
    const rate = known.get(spelling) ?? functions.rateLimiter(limits.requestsPerWindow, limits.windowSeconds * 1_000);
    known.set(spelling, rate);
    return own({ ...asked, merchant: { ...merchant, rate } }, next);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '| 429 | rate_limited | More than 120 requests per minute per API key; response carries `Retry-After` |',
    mutant(
      'rate-limit.retry-after-present',
      'blind4-no-retry-after-for-posts',
      'what wraps POSTs for their idempotency keys drops the headers of refusals: a POST is told no Retry-After',
      answers('everywhere', (reply, { endpoint }) => {
        if (endpoint.method !== 'POST' || codeOf(reply) !== 'rate_limited') return reply;
        return { status: reply.status, text: reply.text };
      }),
    ),
  ),
  against(
    '| Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After` |',
    mutant(
      'rate-limit.more-is-refused',
      'blind4-limited-by-the-raw-header',
      'requests are counted by the Authorization header as it is written: another case of its scheme is counted apart',
      limitedByHeader(),
    ),
  ),
];
