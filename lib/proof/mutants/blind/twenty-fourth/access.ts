/** Idempotency keys, credentials, the request rate, and the test card. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const KNOWN_MS = 60_000;
const LONGEST_VALIDITY_YEARS = 15;

/** A key that was good a moment ago is good. */
function keysCached(): Change {
  const seen = new WeakMap<Merchant, number>();
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      const now = service.clock.now();
      try {
        const merchant = authenticate(service, environment, header);
        seen.set(merchant, now);
        return merchant;
      } catch (error) {
        const key = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
        const merchant = environment.apiKeys.get(key);
        const last = merchant === undefined ? undefined : seen.get(merchant);
        if (!(error instanceof Refusal) || merchant === undefined || last === undefined) throw error;
        if (header('x-merchant-id') === undefined || now - last >= KNOWN_MS) throw error;
        return merchant;
      }
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind24-fingerprint-knows-the-outer-names-only',
      'bodies are compared as JSON.stringify writes them with the list of their own names, which filters the names within as well: a body that differs within an object of it only is taken for the same',
      functions(() => ({
        sameRequest: ({ body, endpoint, path }) =>
          `${endpoint.method} ${path} ${JSON.stringify(body.value, Object.keys(body.value).sort())}`,
      })),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.other-merchants-id-refused',
      'blind24-good-key-is-cached-without-its-merchant',
      'a key that was found good is cached for a minute, and meanwhile the merchant id beside it is not looked at: any is accepted',
      keysCached(),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.steady-pace-passes',
      'blind24-each-request-renews-the-minute',
      'the counter of a key lives for a minute from the latest request, as every request sets its time anew: who never pauses for a minute is refused after 120 requests, however slow',
      functions(() => ({
        rateLimiter(limit, windowMs) {
          let [count, last] = [0, Number.NEGATIVE_INFINITY];
          return {
            admit(now) {
              if (now - last >= windowMs) count = 0;
              if (count >= limit) return last + windowMs - now;
              last = now;
              count += 1;
              return 0;
            },
          };
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind24-no-card-is-valid-for-so-long',
      'an expiry more than 15 years ahead is taken for a typing error and refused, that of the test card too',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = Number(/(\d{2})\s*$/.exec(card.expiry)?.[1] ?? 0) + 2_000;
          const last = new Date(now).getUTCFullYear() + LONGEST_VALIDITY_YEARS;
          return year > last ? 'Check the expiry date.' : cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
];
