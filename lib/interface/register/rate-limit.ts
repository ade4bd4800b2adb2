import type { Observation, Requirement } from './types.ts';

export const rateLimit = {
  'rate-limit.120-at-once-pass': {
    source: 'Limits, Request rate',
    statement:
      'After two quiet minutes 120 requests sent at once with one key are all let through, also where others were refused before or sent at the same time of an earlier hour, day or week, and whatever buyers and people in the console did meanwhile.',
    needs: [],
    waits: '2m',
    requests: 60,
  },
  'rate-limit.steady-pace-passes': {
    source: 'Limits, Request rate',
    statement:
      'A steady pace of fewer than 120 requests in any minute is let through, whether they are answered, replayed or refused.',
    needs: [],
    waits: '5m',
    requests: 290,
  },
  'rate-limit.more-is-refused': {
    source: 'Errors, rate_limited',
    statement:
      'Of far more than 120 requests with one key within a minute some are refused with 429 `rate_limited`, in the error shape, in whichever way HTTP allows a request of that key to be written, whatever buyers, owners, other merchants and people in the console do meanwhile, and whatever settles.',
    needs: [],
    requests: 30,
  },
  'rate-limit.every-endpoint-limited': {
    source: 'Errors, rate_limited',
    statement: 'A key that is refused with 429 `rate_limited` is refused so by every endpoint, in the error shape.',
    needs: [],
    waits: '6m',
    requests: 75,
  },
  'rate-limit.every-endpoint-counts': {
    source: 'Limits, Request rate',
    statement:
      'Requests of one key count together, whatever their method and endpoint: 118 of many endpoints leave room for two more.',
    needs: [],
    waits: '4m',
    requests: 140,
  },
  'rate-limit.refused-requests-count': {
    source: 'Limits, Request rate',
    statement:
      'A replay and a request refused with 400, 403, 404, 409 or 422 count as the requests that they are: the limit is one of requests, not of successes; whether those refused with 429 count, or those whose body is no JSON, is left open.',
    needs: [],
    waits: '4m',
    requests: 140,
  },
  'rate-limit.two-bursts-bounded': {
    source: 'Limits, Request rate',
    statement:
      'Two bursts with one key, 90 seconds apart, get no more through than 120 requests a minute allow under any way of counting minutes.',
    needs: [],
    waits: '8m',
    requests: 900,
  },
  'rate-limit.long-run-bounded': {
    source: 'Limits, Request rate',
    statement: 'Over five minutes of steady excess no more requests get through than 120 in each minute begun.',
    needs: [],
    waits: '9m',
    requests: 1200,
  },
  'rate-limit.retry-after-present': {
    source: 'Errors, rate_limited',
    statement: 'A 429 carries `Retry-After`, as seconds or as an HTTP date.',
    needs: [],
    requests: 70,
  },
  'rate-limit.retry-after-honest': {
    source: 'Errors, rate_limited',
    statement:
      'A request sent when the time that `Retry-After` named is over is let through; one that was refused, sent again under its key, is not held to be still in progress.',
    needs: [],
    requests: 130,
  },
  'rate-limit.refused-has-no-effect': {
    source: 'Errors, rate_limited',
    statement:
      'A request refused with 429 has no effect: nothing exists under its reference, what it would have changed is as it was, and sent again it is carried out.',
    needs: [],
    requests: 65,
  },
  'rate-limit.per-key': {
    source: 'Limits, Request rate',
    statement:
      "While one merchant's key is refused, another merchant's key is served; requests with no key, or with one that is nobody's, are not counted as those of the merchant that they name.",
    needs: ['other-merchant'],
    requests: 150,
  },
} as const satisfies Record<string, Requirement>;

export const rateLimitObservations = {
  'rate-limit.kind': {
    source: 'Limits, Request rate',
    question:
      'what kind of limiter it looks like: fixed window, sliding window or token bucket, whether refused requests count, and which form `Retry-After` has',
    needs: [],
    waits: '4m',
    requests: 450,
  },
} as const satisfies Record<string, Observation>;
