/** Idempotency keys and counters of requests, as a store with patterns, a constraint, a replica or an expiry makes them. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** How far the replica is behind, in milliseconds of the service's clock. */
const BEHIND_MS = 2_000;

/** The kept key that the pattern of this one finds: itself, or else the oldest that begins with it. */
function foundByPattern({ header, merchant }: Case): Case['header'] {
  const key = header('idempotency-key') ?? '';
  const other = [...merchant.keys.keys()].find((kept) => kept.startsWith(key));
  const meant = key === '' || merchant.keys.has(key) ? key : (other ?? key);
  return (name) => (name === 'idempotency-key' && key !== '' ? meant : header(name));
}

export const found: readonly BlindMutant[] = [
  against(
    'Every POST sends `Idempotency-Key: <unique string>`. Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.keys-differ',
      'blind19-keys-found-by-pattern',
      'a kept answer is stored under the key and a hash of the body, and is looked for by a pattern, the key with a star behind it: a key that is the beginning of an earlier one, such as pay-1 after pay-12, is taken for that one',
      around('keepKey', (own) => (asked, next) => own({ ...asked, header: foundByPattern(asked) }, next)),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind19-any-violation-is-a-duplicate-reference',
      'the key is a column of the table of payouts with a unique index of its own, and the code that maps violations asks for the table alone: a used key with a different body is refused with duplicate_reference, though the reference is new',
      around('keepKey', (own) => (asked, next) => {
        try {
          return own(asked, next);
        } catch (error) {
          const { refusals } = asked.service.rules;
          if (!isAt(asked, 'createPayout') || !(error instanceof Refusal) || error.code !== refusals.keyReused.code)
            throw error;
          throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'the reference is already used');
        }
      }),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.payout-replay',
      'blind19-kept-answers-read-from-a-replica',
      'kept answers are written to the primary and read from a replica that is two seconds behind: a request that is repeated within two seconds of the first is processed as a new one, and a create is refused with duplicate_reference',
      around('keepKey', (own) => (asked, next) => {
        const { header, merchant, service } = asked;
        const key = header('idempotency-key') ?? '';
        const kept = merchant.keys.get(key);
        const rememberedMs = service.rules.decisions.keyRememberedSeconds * 1_000;
        if (kept?.reply && kept.until - rememberedMs > service.clock.now() - BEHIND_MS) merchant.keys.delete(key);
        return own(asked, next);
      }),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.steady-pace-passes',
      'blind19-counter-expires-a-minute-after-the-last',
      'each request adds one to a counter and sets it to expire in a minute from now: the counter of a key that is never quiet for a minute is never empty, and a pace of 30 a minute is refused in the fifth',
      functions(() => ({
        rateLimiter(limit, windowMs) {
          let [count, until] = [0, 0];
          return {
            admit(now) {
              if (until <= now) count = 0;
              if (count >= limit) return until - now;
              count += 1;
              until = now + windowMs;
              return 0;
            },
          };
        },
      })),
    ),
  ),
];
