/** The rate, and the link requests of an hour, counted otherwise on some routes or for some answers. */

import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed } from '../ways.ts';
import { givesBack, uncounted } from '../ways-of-limits.ts';

export const found: readonly BlindMutant[] = [
  against(
    'More than 120 requests per minute per API key',
    mutant(
      'rate-limit.refused-requests-count',
      'blind-replays-not-counted',
      'a replay is neither counted nor refused for the rate',
      uncounted(({ merchant, header }) => (merchant.keys.get(header('idempotency-key') ?? '')?.reply ?? null) !== null),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key; response carries Retry-After',
    mutant(
      'rate-limit.retry-after-present',
      'blind-delete-without-retry-after',
      'the 429 of a DELETE has no Retry-After',
      answers('deleteWalletLink', (reply) => (reply.status === 429 ? { ...reply, headers: {} } : reply)),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour',
    mutant(
      'wallet-link.sixth-refused',
      'blind-expired-links-not-counted',
      'link requests about which nobody decided in time do not count any more',
      guard('link.too-many-requests', {
        refuses({ environment, body, service }) {
          const now = service.clock.now();
          const since = now - 3_600_000;
          const walletId = body.text('walletId') ?? '';
          const requests = service.wallet(environment, walletId)?.linkRequests.filter((at) => at > since) ?? [];
          const expired = [...environment.merchants.values()]
            .flatMap(({ links }) => [...links.values()])
            .filter((link) => link.walletId === walletId && Date.parse(link.createdAt) > since)
            .filter(({ status, expiresAt }) => status === 'EXPIRED' && Date.parse(expiresAt) <= now);
          return requests.length - expired.length >= 5;
        },
      }),
    ),
  ),
  against(
    'More than 120 requests per minute per API key',
    mutant(
      'rate-limit.every-endpoint-limited',
      'blind-sandbox-calls-not-limited',
      'the sandbox decisions about links are neither counted nor refused for the rate',
      uncounted(['approveWalletLink', 'rejectWalletLink']),
    ),
  ),
  against(
    'More than 120 requests per minute per API key',
    mutant(
      'rate-limit.refused-requests-count',
      'blind-unreadable-bodies-not-counted',
      'a request whose body is no JSON does not count',
      givesBack(({ status }, { raw }) => status === 400 && parsed(raw.toString('utf8')) === undefined),
    ),
  ),
];
