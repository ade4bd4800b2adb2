/** Idempotency keys: bodies that are compared at their top alone, and a lock that all merchants share. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** What is kept is kept by merchant and key; the lock while a request is processed is by key alone. */
function lockedByKeyAlone(): Change {
  const holders = new Map<string, Merchant>();
  return around('keepKey', (own) => async (asked, next) => {
    const key = asked.header('idempotency-key') ?? '';
    if (!asked.endpoint.idempotencyKey || key === '') return await own(asked, next);
    const holder = holders.get(key);
    if (holder !== undefined && holder !== asked.merchant)
      throw new Refusal(asked.service.rules.refusals.inProgress, 'this Idempotency-Key is being processed');
    if (holder !== undefined) return await own(asked, next);
    holders.set(key, asked.merchant);
    try {
      return await own(asked, next);
    } finally {
      holders.delete(key);
    }
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind26-bodies-compared-by-their-top-names',
      "bodies are compared as JSON of the sorted names of their top level, which leaves out every nested field of another name: a payout with its key and another recipient is answered with the first one's response",
      functions(() => ({
        sameRequest: ({ endpoint, path, body }) =>
          `${endpoint.method} ${path} ${JSON.stringify(body.value, Object.keys(body.value).sort())}`,
      })),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind26-lock-by-key-alone',
      'responses are kept by merchant and key, the lock while a request is processed is by key alone: while a request of one merchant is processed, another merchant with the same key gets `request_in_progress`',
      lockedByKeyAlone(),
    ),
  ),
];
