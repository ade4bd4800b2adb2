/** Idempotency keys, and the limit of requests. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const COLUMN_CHARS = 1_000;

/** A list of names as second argument of `JSON.stringify` picks fields at every depth: nested ones have other names. */
function outerFieldsAlone(): Change {
  return functions(() => ({
    sameRequest: ({ endpoint, path, body }) =>
      `${endpoint.method} ${path} ${JSON.stringify(body.value, Object.keys(body.value).sort())}`,
  }));
}

/** The key is freed behind validation, and kept with a reply; what the rules of the business refuse has neither. */
function lockedByARefusal(): Change {
  const refused = new WeakSet<Case>();
  return all(
    around('checkGuards', (own) => (asked, next) => {
      let passed = false;
      try {
        return own(asked, () => {
          passed = true;
          return next();
        });
      } catch (error) {
        if (!passed && error instanceof Refusal) refused.add(asked);
        throw error;
      }
    }),
    around('keepKey', (own) => async (asked, next) => {
      try {
        return await own(asked, next);
      } catch (error) {
        const { merchant, service, header } = asked;
        const key = header('idempotency-key') ?? '';
        if (refused.has(asked) && key !== '')
          merchant.keys.set(key, {
            fingerprint: service.rules.functions.sameRequest(asked),
            reply: null,
            until: service.clock.now() + DAY * 1_000,
          });
        throw error;
      }
    }),
  );
}

function keptInAColumn(): Change {
  return around('keepKey', (own) => async (asked, next) => {
    const reply = await own(asked, next);
    const replayed = reply.headers?.['idempotent-replayed'] !== undefined;
    return replayed ? { ...reply, text: reply.text.slice(0, COLUMN_CHARS) } : reply;
  });
}

function eachWorkerCounts(): Change {
  return functions(({ rateLimiter }) => ({
    rateLimiter(limit, windowMs) {
      const [one, other] = [rateLimiter(limit, windowMs), rateLimiter(limit, windowMs)];
      let turns = 0;
      return {
        admit(now) {
          turns += 1;
          return (turns % 2 === 0 ? one : other).admit(now);
        },
      };
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind23-nested-fields-are-left-out-of-the-comparison',
      'bodies are compared as JSON with their fields in order, written with the list of the outer names as filter: what `recipient`, `customer`, `seller` and `metadata` hold is left out, and a payout to another account under a used key is replayed',
      outerFieldsAlone(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.refused-stays-refused',
      'blind23-refusal-leaves-the-key-locked',
      'a key is locked when its request begins and freed when that succeeds or is malformed; where a rule of the business refuses it, as for an amount that exceeds what was paid, the lock stays, and the repetition is `request_in_progress` though nothing is',
      lockedByARefusal(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-release-replay',
      'blind23-kept-response-ends-after-a-thousand-characters',
      'the column of kept responses has 1,000 characters, which a long one is cut to: the release of an escrow with much in its `metadata` is replayed as half an object',
      keptInAColumn(),
    ),
  ),
  against(
    'More than 120 requests per minute per API key; response carries `Retry-After`',
    mutant(
      'rate-limit.more-is-refused',
      'blind23-each-of-two-workers-counts-for-itself',
      'the service runs as two processes that take requests in turn, each with a counter of its own in memory: twice as many requests pass',
      eachWorkerCounts(),
    ),
  ),
];
