/** A limit that is lengthened by what it refuses. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.retry-after-honest',
      'blind7-refused-requests-renew-the-minute',
      'a request beyond the rate begins a new minute in which nothing is let through: who goes on with one in ten seconds is refused for ever',
      functions(() => ({
        rateLimiter(limit, windowMs) {
          let admitted: number[] = [];
          let closedUntil = Number.NEGATIVE_INFINITY;
          return {
            admit(now) {
              admitted = admitted.filter((at) => at + windowMs > now);
              if (now < closedUntil || admitted.length >= limit) {
                closedUntil = now + windowMs;
                return windowMs;
              }
              admitted.push(now);
              return 0;
            },
          };
        },
      })),
    ),
  ),
];
