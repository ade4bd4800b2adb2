/** Limits that count what they must not count, or depend on something else. */
import type { RateLimiter } from '../../../reference/rules/records.ts';
import { functions, guard, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, DAY, HOUR, whenRefused, whenTurnedAway } from '../ways.ts';
import { keyOf } from '../ways-of-access.ts';

const PENALTY_MS = 600_000;

export const found: readonly BlindMutant[] = [
  against(
    'Request rate | 120 requests per minute per API key',
    mutant(
      'rate-limit.per-key',
      'blind3-wrong-keys-count-for-their-merchant',
      "requests with a merchant's id and an unknown key count as that merchant's",
      whenTurnedAway((asked, code) => {
        if (code === 'unauthorized' && keyOf(asked) !== asked.merchant.apiKey)
          asked.merchant.rate.admit(asked.service.clock.now());
      }),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.limit-ends',
      'blind3-insistent-link-requests-close-the-day',
      'a wallet for which two link requests were refused as too many within the hour takes none for a day',
      (rules) => {
        const refusals = new Map<string, number[]>();
        const plain = rules.guards.find(({ id }) => id === 'link.too-many-requests');
        return guard('link.too-many-requests', {
          refuses: (asked) => {
            const now = asked.service.clock.now();
            const lately = refusals.get(`${asked.environment.name} ${asked.body.text('walletId')}`) ?? [];
            const insistent = lately.filter((at) => now - at < DAY * 1_000);
            return insistent.length >= 2 || (plain?.refuses(asked) ?? false);
          },
        })(
          whenRefused('createWalletLink', (asked, { code }) => {
            if (code !== 'too_many_link_requests') return;
            const wallet = `${asked.environment.name} ${bodyOf(asked).walletId}`;
            const now = asked.service.clock.now();
            const lately = (refusals.get(wallet) ?? []).filter((at) => now - at < HOUR * 1_000);
            refusals.set(wallet, [...lately, now]);
          })(rules),
        );
      },
    ),
  ),
  against(
    'Idempotency-Key length | max 255 chars',
    mutant(
      'idempotency.key-too-long',
      'blind3-long-key-of-cancel-cut',
      'a key of more than 255 characters is cut, where an escrow is cancelled, and taken',
      around('keepKey', (own) => (asked, next) => {
        if (!isAt(asked, 'cancelEscrow')) return own(asked, next);
        const header = (name: string) =>
          name === 'idempotency-key' ? asked.header(name)?.slice(0, 255) : asked.header(name);
        return own({ ...asked, header }, next);
      }),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind3-half-the-rate-after-a-refusal',
      'a key that was refused for its rate may send 60 requests a minute for the next ten minutes',
      functions(() => ({
        rateLimiter(limit, windowMs): RateLimiter {
          let admitted: number[] = [];
          let refused = Number.NEGATIVE_INFINITY;
          return {
            admit(now) {
              admitted = admitted.filter((at) => at + windowMs > now);
              const allowed = now - refused < PENALTY_MS ? limit / 2 : limit;
              const [oldest = now] = admitted.slice(-allowed);
              if (admitted.length >= allowed) {
                refused = now;
                return oldest + windowMs - now;
              }
              admitted.push(now);
              return 0;
            },
          };
        },
      })),
    ),
  ),
  against(
    'Escrow expiry | 24 hours unpaid',
    mutant(
      'escrow.expires',
      'blind3-unpaid-escrow-expires-with-its-release-time',
      'an unpaid escrow whose autoReleaseHours are fewer than 24 expires after so many hours',
      timer('escrow', 'pending_payment', {
        after: ({ autoReleaseHours }: { autoReleaseHours: number }) => Math.min(24, autoReleaseHours) * HOUR,
      }),
    ),
  ),
];
