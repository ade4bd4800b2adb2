/** Idempotency: how a body is told from another, how much of a key is compared, and how long a lock is held. */
import { inspect } from 'node:util';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const INDEXED = 191;
const LOCKED_MS = 1_000;

function bodiesAsPrinted(): Change {
  return functions(() => ({
    sameRequest: ({ endpoint, path, body }) => `${endpoint.method} ${path} ${inspect(body.value)}`,
  }));
}

function keysAsIndexed(): Change {
  return before('keepKey', (asked, next) => {
    const { header } = asked;
    const longest = asked.service.rules.limits.idempotencyKeyLength;
    asked.header = (name) => {
      const value = header(name);
      return name === 'idempotency-key' && value !== undefined && value.length <= longest
        ? value.slice(0, INDEXED)
        : value;
    };
    return next();
  });
}

function lockThatEnds(): Change {
  const since = new WeakMap<KeptRequest, number>();
  return before('keepKey', (asked, next) => {
    const { keys } = asked.merchant;
    const key = asked.header('idempotency-key') ?? '';
    const kept = keys.get(key);
    if (kept?.reply === null && performance.now() - (since.get(kept) ?? performance.now()) > LOCKED_MS)
      keys.delete(key);
    const reply = next();
    const locked = keys.get(key);
    if (locked !== undefined && !since.has(locked)) since.set(locked, performance.now());
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind25-bodies-are-compared-as-they-are-printed',
      'the fingerprint of a body is that of its printed form, which stops at the third level: two bodies that differ deep within metadata alone are one body, and the second is answered with a replay of the first',
      bodiesAsPrinted(),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind25-the-index-holds-191-characters-of-a-key',
      'the unique index of keys holds their first 191 characters: two longer keys that differ after those are one key',
      keysAsIndexed(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind25-the-lock-of-a-key-ends-before-the-request',
      'the lock on a key ends by itself after a second: where a request takes longer its repetition is carried out beside it',
      lockThatEnds(),
    ),
  ),
];
