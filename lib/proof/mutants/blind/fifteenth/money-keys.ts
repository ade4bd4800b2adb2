/** What becomes of an idempotency key: its fingerprint, its lock, and the answer that is kept under it. */
import { performance } from 'node:perf_hooks';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, whenRefused } from '../ways.ts';

/** Real time after which the service releases a lock that was not renewed. */
const LEASE_MS = 1_000;

function keyOf({ header }: Case): string {
  return header('idempotency-key') ?? '';
}

/** A list given to JSON.stringify selects the fields of nested objects too. */
function selectsFields(): Change {
  return functions(({ sameRequest }) => ({
    sameRequest(asked) {
      if (asked.endpoint.name !== 'createPayout') return sameRequest(asked);
      const body = bodyOf(asked);
      return `${asked.path} ${JSON.stringify(body, Object.keys(body).sort())}`;
    },
  }));
}

function lockWithLease(): Change {
  const since = new WeakMap<KeptRequest, number>();
  return before('keepKey', (asked, next) => {
    const { keys } = asked.merchant;
    const key = keyOf(asked);
    const known = keys.get(key);
    const taken = known === undefined ? undefined : since.get(known);
    if (known?.reply === null && taken !== undefined && performance.now() - taken > LEASE_MS) keys.delete(key);
    const reply = next();
    const entry = keys.get(key);
    if (entry !== undefined && !since.has(entry)) since.set(entry, performance.now());
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind15-fingerprint-without-nested-fields',
      "the fingerprint of a payout is made by JSON.stringify with the sorted names of the body's fields, which leaves out all fields of recipient: the same key with another account number is answered as a replay",
      selectsFields(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind15-lock-ends-after-a-second',
      'the lock of a key is given up after a second and not prolonged: while a request takes longer than that, another with its key is processed too',
      lockWithLease(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.checkout-replay',
      'blind15-kept-answer-is-used-up',
      'the kept answer is taken out of the store and not put back: the first repetition is a replay, the second is processed anew and refused with duplicate_reference',
      answers('everywhere', (reply, asked) => {
        if (isReplay(reply)) asked.merchant.keys.delete(keyOf(asked));
        return reply;
      }),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.refund-replay',
      'blind15-reused-key-takes-the-later-fingerprint',
      'the fingerprint is written before it is compared: after a refund with a reused key was refused, a repetition of the original refund is refused with idempotency_key_reused as well',
      whenRefused('createRefund', (asked, { code }) => {
        const kept = asked.merchant.keys.get(keyOf(asked));
        if (code !== 'idempotency_key_reused' || kept === undefined) return;
        const fingerprint = asked.service.rules.functions.sameRequest(asked);
        asked.merchant.keys.set(keyOf(asked), { ...kept, fingerprint });
      }),
    ),
  ),
];
