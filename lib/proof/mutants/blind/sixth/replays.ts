/** Keys that are compared too widely, or let go too early. */
import { createHash } from 'node:crypto';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, parsed } from '../ways.ts';

const LOCKED_MS = 1_000;

const sorted = deeply((value) =>
  Array.isArray(value)
    ? [...value].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    : value,
);

/** The lock of a key is held for a second of real time, and a request may take longer. */
function lockThatEnds(): Change {
  const since = new WeakMap<KeptRequest, number>();
  return around('keepKey', (own) => (asked, next) => {
    const { keys } = asked.merchant;
    const key = asked.header('idempotency-key') ?? '';
    const locked = keys.get(key);
    const held = locked && performance.now() - (since.get(locked) ?? Number.POSITIVE_INFINITY);
    if (locked?.reply === null && held !== undefined && held > LOCKED_MS) keys.delete(key);
    const reply = own(asked, next);
    const kept = keys.get(key);
    if (kept?.reply === null && !since.has(kept)) since.set(kept, performance.now());
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind6-lists-compared-in-any-order',
      'bodies are brought into an order before they are compared, their lists too: metadata whose list is in another order is the same body',
      functions(({ sameRequest }) => ({
        sameRequest(asked) {
          const value = parsed(asked.raw.toString('utf8'));
          if (value === undefined) return sameRequest(asked);
          const text = JSON.stringify(sorted(value));
          return `${asked.endpoint.method} ${asked.path} ${createHash('sha256').update(text).digest('base64')}`;
        },
      })),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind6-lock-ends-before-the-request',
      'the lock of a key ends after a second: a request that takes longer is processed a second time beside itself',
      lockThatEnds(),
    ),
  ),
];
