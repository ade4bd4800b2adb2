/** The rate limit: a header that counts another minute than the limiter. */
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

/** The limiter lets requests in by a sliding minute. */
function untilTheNextMinute(reply: Reply, { service }: Case): Reply {
  if (reply.status !== 429 || codeOf(reply) !== 'rate_limited') return reply;
  const second = Math.floor(service.clock.now() / 1_000) % 60;
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(60 - second) } };
}

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.retry-after-honest',
      'blind26-retry-after-counts-to-the-full-minute',
      'requests are limited in any 60 seconds, and `Retry-After` is the time to the next full minute of the clock: who waits that long after a burst in the middle of a minute is refused again',
      answers('everywhere', untilTheNextMinute),
    ),
  ),
];
