/** A rate that is limited by a gateway: its bucket, its block list, and the environment that it stands before. */
import type { Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';
import { uncounted } from '../ways-of-limits.ts';

function bucketWithoutRim(limit: number, windowMs: number): RateLimiter {
  let tokens = limit;
  let filled: number | null = null;
  return {
    admit(now) {
      tokens += ((now - (filled ?? now)) * limit) / windowMs;
      filled = now;
      if (tokens < 1) return Math.ceil(((1 - tokens) * windowMs) / limit);
      tokens -= 1;
      return 0;
    },
  };
}

/** Keys that were refused are blocked until their time is over, and told so without asking the limiter. */
function blockListWithoutHeader(): Change {
  const blocked = new WeakMap<Merchant, number>();
  return answers('everywhere', (reply: Reply, { merchant, service }: Case) => {
    if (codeOf(reply) !== 'rate_limited') return reply;
    const now = service.clock.now();
    if ((blocked.get(merchant) ?? 0) > now) return { status: reply.status, text: reply.text };
    blocked.set(merchant, now + Number(reply.headers?.['retry-after'] ?? 0) * 1_000);
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '429 rate_limited: More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind15-no-rate-limit-in-live',
      'the limit stands in the configuration of the sandbox gateway only: in live no request is ever refused for the rate',
      uncounted(({ environment }) => environment.name === 'live'),
    ),
  ),
  against(
    'Request rate: 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind15-quiet-minutes-are-saved-up',
      'the token bucket is filled with 120 a minute and never full: after ten quiet minutes more than a thousand requests pass within one',
      functions(() => ({ rateLimiter: bucketWithoutRim })),
    ),
  ),
  against(
    '429 rate_limited: More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.retry-after-present',
      'blind15-retry-after-once-a-minute',
      'the first refusal puts the key on a block list, and what is refused by the list has no Retry-After: only the first 429 of several carries it',
      blockListWithoutHeader(),
    ),
  ),
];
