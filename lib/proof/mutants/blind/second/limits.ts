/** The rate, and the link requests of an hour, counted otherwise on some routes or for some answers. */

import type { RateLimiter } from '../../../reference/rules/records.ts';
import { mutant } from '../../mutant.ts';
import { answers, around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';
import { givesBack, uncounted } from '../ways-of-limits.ts';

export const found: readonly BlindMutant[] = [
  against(
    '120 requests per minute per API key; then 429 rate_limited with Retry-After',
    mutant(
      'rate-limit.every-endpoint-limited',
      'blind-delete-not-counted',
      'DELETE is neither counted nor refused for the rate',
      uncounted('deleteWalletLink'),
    ),
  ),
  against(
    'More than 120 requests per minute per API key',
    mutant(
      'rate-limit.refused-requests-count',
      'blind-conflicts-not-counted',
      'a request that is refused with 409 does not count',
      givesBack(({ status }) => status === 409),
    ),
  ),
  against(
    'response carries `Retry-After`',
    mutant(
      'rate-limit.retry-after-honest',
      'blind-reads-retried-after-a-second',
      'the Retry-After of a GET is always 1',
      answers('everywhere', (reply, { endpoint }) =>
        reply.status === 429 && endpoint.method === 'GET' ? { ...reply, headers: { 'retry-after': '1' } } : reply,
      ),
    ),
  ),
  against(
    '120 requests per minute per API key',
    mutant(
      'rate-limit.every-endpoint-counts',
      'blind-account-checks-counted-apart',
      'account checks have a limit of 120 of their own',
      (rules) => {
        const own = new WeakMap<object, RateLimiter>();
        return around('limitRate', (plain) => (asked, next) => {
          if (!isAt(asked, 'getAccount')) return plain(asked, next);
          const rate = own.get(asked.merchant) ?? rules.functions.rateLimiter(120, 60_000);
          own.set(asked.merchant, rate);
          return plain({ ...asked, merchant: { ...asked.merchant, rate } }, next);
        })(rules);
      },
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key',
    mutant(
      'rate-limit.every-endpoint-limited',
      'blind-link-requests-refused-for-the-hour',
      'a link request beyond the rate is refused with the code of too many link requests',
      answers('createWalletLink', (reply) =>
        codeOf(reply) === 'rate_limited'
          ? { ...reply, text: reply.text.replace('rate_limited', 'too_many_link_requests') }
          : reply,
      ),
    ),
  ),
];
