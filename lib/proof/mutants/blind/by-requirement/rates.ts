/** Limiters with another memory: of quiet times, of refused requests, of the last five minutes. */
import type { RateLimiter } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const RATE = 'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.';

/** A bucket that is filled at the rate of the limit, in quiet times far above it. */
function savesUp(largest: number): Change {
  return functions(() => ({
    rateLimiter(limit, windowMs): RateLimiter {
      let tokens = limit;
      let filled = Number.NaN;
      return {
        admit(now) {
          if (!Number.isNaN(filled)) tokens = Math.min(largest, tokens + ((now - filled) * limit) / windowMs);
          filled = now;
          if (tokens < 1) return ((1 - tokens) * windowMs) / limit;
          tokens -= 1;
          return 0;
        },
      };
    },
  }));
}

/** The log holds the latest requests, refused ones too; those let through are counted as far as it reaches back. */
function logOfTheLatest(size: number): Change {
  return functions(() => ({
    rateLimiter(limit, windowMs): RateLimiter {
      let log: { at: number; admitted: boolean }[] = [];
      return {
        admit(now) {
          const counted = log.filter(({ at, admitted }) => admitted && at + windowMs > now);
          const admitted = counted.length < limit;
          log = [...log, { at: now, admitted }].slice(-size);
          return admitted ? 0 : (counted[0]?.at ?? now) + windowMs - now;
        },
      };
    },
  }));
}

/** Beside the plain limit, one for a longer time. */
function alsoWithin(most: number, seconds: number): Change {
  return functions(({ rateLimiter }) => ({
    rateLimiter(limit, windowMs): RateLimiter {
      const [plain, longer] = [rateLimiter(limit, windowMs), rateLimiter(most, seconds * 1_000)];
      return { admit: (now) => plain.admit(now) || longer.admit(now) };
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    RATE,
    mutant(
      'rate-limit.two-bursts-bounded',
      'kind-quiet-time-is-saved-up',
      'the bucket holds 600, of which 120 are there at first: what a key did not use in quiet minutes it can use in one burst',
      savesUp(600),
    ),
  ),
  against(
    RATE,
    mutant(
      'rate-limit.long-run-bounded',
      'kind-refused-requests-push-others-out-of-the-log',
      'the limiter keeps the latest 150 requests of a key, refused ones too: who goes on beyond the limit pushes those that were let through out of the log, and is let through again before their minute is over',
      logOfTheLatest(150),
    ),
  ),
  against(
    RATE,
    mutant(
      'rate-limit.steady-pace-passes',
      'kind-second-limit-for-five-minutes',
      'beside the limit of a minute there is one of 250 in five minutes: a pace of 60 a minute is refused with 429 in the fifth',
      alsoWithin(250, 300),
    ),
  ),
];
