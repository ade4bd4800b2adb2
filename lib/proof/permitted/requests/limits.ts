/** Ways to count 120 requests per minute. */
import { functions } from '../../mutants/change.ts';
import type { RateLimiter } from '../../reference/rules/records.ts';
import { refusals } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const touches = ['rate-limit', 'idempotency', 'checkouts'] as const;
const decides = ['rate-limit.kind'] as const;

export const limiters: readonly PermittedVariant[] = [
  limiter('rate-aligned-minutes', 'requests are counted by the minute of the clock', (limit, windowMs) => {
    let window = 0;
    let count = 0;
    return (now) => {
      const current = Math.floor(now / windowMs);
      if (current !== window) count = 0;
      window = current;
      count += 1;
      return count <= limit ? 0 : (current + 1) * windowMs - now;
    };
  }),
  limiter(
    'rate-minutes-from-the-first',
    'a minute begins with the first request after the last one',
    (limit, windowMs) => {
      let ends = 0;
      let count = 0;
      return (now) => {
        if (now >= ends) {
          ends = now + windowMs;
          count = 0;
        }
        count += 1;
        return count <= limit ? 0 : ends - now;
      };
    },
  ),
  limiter(
    'rate-two-windows-weighed',
    'the minute before counts by the share of it that is within the last minute',
    (limit, windowMs) => {
      let window = 0;
      let counts = [0, 0];
      return (now) => {
        const current = Math.floor(now / windowMs);
        if (current !== window) counts = current === window + 1 ? [0, counts[0] ?? 0] : [0, 0];
        window = current;
        const [present = 0, before = 0] = counts;
        const share = 1 - (now % windowMs) / windowMs;
        if (present + before * share + 1 <= limit) {
          counts[0] = present + 1;
          return 0;
        }
        if (present + 1 > limit) return (current + 1) * windowMs - now + windowMs / limit;
        return now - now + (share - (limit - present - 1) / before) * windowMs;
      };
    },
  ),
  limiter('rate-token-bucket', 'a bucket of 120 refills with two a second', (limit, windowMs) => {
    let tokens = limit;
    let filled = 0;
    return (now) => {
      tokens = Math.min(limit, tokens + ((now - filled) * limit) / windowMs);
      filled = now;
      if (tokens < 1) return ((1 - tokens) * windowMs) / limit;
      tokens -= 1;
      return 0;
    };
  }),
  limiter('rate-refused-count', 'of the last minute refused requests count as well', (limit, windowMs) => {
    const asked = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
    let oldest = 0;
    return (now) => {
      const free = (asked[oldest] ?? 0) + windowMs;
      asked[oldest] = now;
      oldest = (oldest + 1) % limit;
      if (free <= now) return 0;
      return (asked[oldest] ?? now) + windowMs - now;
    };
  }),
  reading(
    {
      name: 'retry-after-as-a-date',
      oneOf: 'Retry-After',
      what: 'Retry-After is an HTTP date',
      touches: ['rate-limit', 'wallet-links'],
      decides,
    },
    refusals(({ headers }, { service }) => {
      const seconds = Number(headers['retry-after']);
      const date = () => new Date((Math.ceil(service.clock.now() / 1_000) + seconds) * 1_000).toUTCString();
      return Number.isNaN(seconds) ? null : { headers: { ...headers, 'retry-after': date() } };
    }),
  ),
  reading(
    {
      name: 'retry-after-always-a-minute',
      oneOf: 'Retry-After',
      what: 'Retry-After is 60, however soon there is room again',
      touches: ['rate-limit', 'wallet-links'],
      decides,
    },
    refusals(({ headers }) => (headers['retry-after'] ? { headers: { ...headers, 'retry-after': '60' } } : null)),
  ),
];

/** `create` makes a function that returns 0 if a request is admitted, else the milliseconds to wait. */
function limiter(
  name: string,
  what: string,
  create: (limit: number, windowMs: number) => RateLimiter['admit'],
): PermittedVariant {
  return reading(
    { name, oneOf: 'rate', what, touches, decides },
    functions(() => ({ rateLimiter: (limit, windowMs) => ({ admit: create(limit, windowMs) }) })),
  );
}
