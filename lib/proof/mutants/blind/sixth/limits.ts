/** Limits that are told, or counted, a little wrong. */
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';

/** Of the wallet id, in both environments. */
function recentRequests({ body, service }: Case): number {
  const since = service.clock.now() - service.rules.limits.linkWindowSeconds * 1_000;
  const wallets = Object.values(service.environments).map((each) => service.wallet(each, body.text('walletId') ?? ''));
  return wallets.flatMap((wallet) => wallet?.linkRequests ?? []).filter((at) => at > since).length;
}

export const found: readonly BlindMutant[] = [
  against(
    '| 429 | rate_limited | More than 120 requests per minute per API key; response carries `Retry-After` |',
    mutant(
      'rate-limit.retry-after-honest',
      'blind6-retry-after-the-full-minute',
      'Retry-After names the seconds up to the next full minute, and the limit looks back over the last 60: the next request is refused as well',
      answers('everywhere', (reply, { service }) => {
        if (codeOf(reply) !== 'rate_limited') return reply;
        const seconds = 60 - (Math.floor(service.clock.now() / 1_000) % 60);
        return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } };
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. … Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.five-per-hour',
      'blind6-link-requests-of-both-environments',
      'link requests are counted by wallet id in a store that both environments have: those in sandbox count in live',
      guard('link.too-many-requests', {
        refuses: (asked) => recentRequests(asked) >= asked.service.rules.limits.linkRequests,
      }),
    ),
  ),
];
