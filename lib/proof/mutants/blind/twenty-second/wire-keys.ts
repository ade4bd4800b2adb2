/** Idempotency keys: a lock that is given up by one who never had it, and a lock by the name of something else. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function refusedGivesUpTheLock(): Change {
  return around('keepKey', (own) => (asked, next) => {
    try {
      return own(asked, next);
    } catch (error) {
      const { code } = asked.service.rules.refusals.inProgress;
      if (error instanceof Refusal && error.code === code)
        asked.merchant.keys.delete(asked.header('idempotency-key') ?? '');
      throw error;
    }
  });
}

function lockedByTheBody(): Change {
  const underWay = new WeakMap<Merchant, Set<string>>();
  return around('takeTime', (own) => async (asked, next) => {
    const { endpoint, merchant, raw, service } = asked;
    if (!endpoint.idempotencyKey) return await own(asked, next);
    const bodies = underWay.get(merchant) ?? new Set<string>();
    underWay.set(merchant, bodies);
    const body = raw.toString('base64');
    if (bodies.has(body)) throw new Refusal(service.rules.refusals.inProgress, 'this request is still being processed');
    bodies.add(body);
    try {
      return await own(asked, next);
    } finally {
      bodies.delete(body);
    }
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind22-refused-repetition-unlocks-the-key',
      'each request unlocks its key when it ends, also one that was refused because the key is locked: of three requests with one key the second is refused with request_in_progress, and the third is processed while the first is under way',
      refusedGivesUpTheLock(),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>`. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.keys-differ',
      'blind22-lock-named-by-the-body',
      'the lock of a request under way is named by the hash of its body, which finds double clicks under two keys as well: releases and cancels have no body, so while one escrow of a merchant is being released the release of another under a key of its own is refused with 409 request_in_progress',
      lockedByTheBody(),
    ),
  ),
];
