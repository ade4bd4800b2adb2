import { Refusal } from '../../reference/engine/refusal.ts';
import type { RateLimiter } from '../../reference/rules/records.ts';
import type { Reply } from '../../reference/rules/requests.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { functions, limits, refusal } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, around, isAt, replyOf } from '../steps.ts';

export const rateLimitMutants: readonly Mutant[] = [
  mutant(
    'rate-limit.120-at-once-pass',
    'limit-of-119',
    'the 120th request of a minute is refused',
    limits({ requestsPerWindow: 119 }),
  ),
  mutant(
    'rate-limit.120-at-once-pass',
    'no-bursts',
    'no more than 10 requests a second are let through',
    limiter((limit, windowMs, own) => {
      const [minute, second] = [own(limit, windowMs), own(10, 1_000)];
      return { admit: (now) => second.admit(now) || minute.admit(now) };
    }),
  ),
  mutant(
    'rate-limit.steady-pace-passes',
    'limit-of-100',
    'more than 100 requests in a minute are refused',
    limits({ requestsPerWindow: 100 }),
  ),
  mutant(
    'rate-limit.steady-pace-passes',
    'limit-over-two-minutes',
    'no more than 120 requests in two minutes are let through',
    limits({ windowSeconds: 120 }),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'no-rate-limit',
    'the request rate is not limited',
    limiter(() => ({ admit: () => 0 })),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'rate-limit-with-503',
    'too many requests are refused with 503',
    refusal('rateLimited', { status: 503 }),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'rate-limit-with-another-code',
    'too many requests are refused with too_many_requests',
    refusal('rateLimited', { code: 'too_many_requests' }),
  ),
  mutant(
    'rate-limit.two-bursts-bounded',
    'limit-of-300',
    '300 requests in a minute are let through',
    limits({ requestsPerWindow: 300 }),
  ),
  mutant(
    'rate-limit.long-run-bounded',
    'limit-over-half-a-minute',
    '120 requests in half a minute are let through',
    limits({ windowSeconds: 30 }),
  ),
  mutant(
    'rate-limit.long-run-bounded',
    'limit-of-160',
    '160 requests in a minute are let through',
    limits({ requestsPerWindow: 160 }),
  ),
  mutant(
    'rate-limit.retry-after-present',
    'no-retry-after',
    'a 429 has no Retry-After',
    retryAfter(() => undefined),
  ),
  mutant(
    'rate-limit.retry-after-present',
    'retry-after-in-words',
    'Retry-After says "soon"',
    retryAfter(() => 'soon'),
  ),
  mutant(
    'rate-limit.retry-after-honest',
    'retry-after-a-second',
    'Retry-After always says a second',
    retryAfter(() => '1'),
  ),
  mutant(
    'rate-limit.retry-after-honest',
    'retry-after-in-minutes',
    'Retry-After is in minutes',
    retryAfter((seconds) => String(Math.ceil(seconds / 60))),
  ),
  mutant(
    'rate-limit.refused-has-no-effect',
    'refused-too-late',
    'a create beyond the rate is carried out, and then refused',
    around('limitRate', (own) => async (asked, next) => {
      let admitted = false;
      const reply = await replyOf(() =>
        own(asked, () => {
          admitted = true;
          return next();
        }),
      );
      if (!admitted && isAt(asked, 'createCheckout')) await replyOf(next);
      return reply;
    }),
  ),
  mutant(
    'rate-limit.every-endpoint-limited',
    'bank-list-not-limited',
    'the bank list counts towards the rate, and is never refused',
    around('limitRate', (own) => (asked, next) => {
      if (!isAt(asked, 'listBanks')) return own(asked, next);
      asked.merchant.rate.admit(asked.service.clock.now());
      return next();
    }),
  ),
  mutant(
    'rate-limit.every-endpoint-counts',
    'posts-not-counted',
    'POST requests do not count towards the rate',
    counts(({ endpoint }) => endpoint.method !== 'POST'),
  ),
  mutant(
    'rate-limit.refused-requests-count',
    'refused-requests-not-counted',
    'requests that are refused do not count towards the rate',
    counts((_, { status }) => status < 400),
  ),
  mutant('rate-limit.per-key', 'limit-for-all-keys', 'the limit is for all merchants together', (rules) => {
    const { requestsPerWindow, windowSeconds } = rules.limits;
    const one = rules.functions.rateLimiter(requestsPerWindow, windowSeconds * 1_000);
    return limiter(() => one)(rules);
  }),
];

function limiter(
  make: (limit: number, windowMs: number, own: (limit: number, windowMs: number) => RateLimiter) => RateLimiter,
): Change {
  return functions(({ rateLimiter }) => ({ rateLimiter: (limit, windowMs) => make(limit, windowMs, rateLimiter) }));
}

/** A sliding log of only those requests for which `counted` holds, which is known when they are answered. */
function counts(counted: (asked: Case, reply: Reply) => boolean): Change {
  const logs = new WeakMap<Case['merchant'], number[]>();
  return around('limitRate', () => async (asked, next) => {
    const { limits: all, refusals } = asked.service.rules;
    const now = asked.service.clock.now();
    const windowMs = all.windowSeconds * 1_000;
    const log = logs.get(asked.merchant) ?? [];
    logs.set(asked.merchant, log);
    while (log[0] !== undefined && log[0] <= now - windowMs) log.shift();
    if (log[0] !== undefined && log.length >= all.requestsPerWindow)
      throw new Refusal(refusals.rateLimited, 'too many requests', {
        'retry-after': String(Math.max(1, Math.ceil((log[0] + windowMs - now) / 1_000))),
      });
    log.push(now);
    const reply = await replyOf(next);
    const at = log.indexOf(now);
    if (!counted(asked, reply) && at !== -1) log.splice(at, 1);
    return reply;
  });
}

function retryAfter(change: (seconds: number) => string | undefined): Change {
  return answers('everywhere', (reply) => {
    if (reply.status !== 429 || reply.headers?.['retry-after'] === undefined) return reply;
    const { 'retry-after': before, ...headers } = reply.headers;
    const said = change(Number(before));
    return { ...reply, headers: said === undefined ? headers : { ...headers, 'retry-after': said } };
  });
}
