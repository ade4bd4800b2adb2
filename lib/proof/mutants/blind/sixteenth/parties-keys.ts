/** Idempotency keys: what a key is, what the same body is, and what becomes of a key whose request was slow or refused. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Real time after which the lock on a key is given up, in milliseconds. */
const LOCK_MS = 5_000;
const COLUMN_LENGTH = 255;

/** The text of a field within a template: of an object, `[object Object]`. */
function asText(value: unknown): string {
  return String(value ?? '');
}

const keptInOneColumn = before('keepKey', (asked, next) => {
  const { header, merchant, service } = asked;
  const key = header('idempotency-key') ?? '';
  if (key === '' || key.length > service.rules.limits.idempotencyKeyLength) return next();
  const stored = `${merchant.id}:${key}`.slice(0, COLUMN_LENGTH);
  asked.header = (name) => (name === 'idempotency-key' ? stored : header(name));
  return next();
});

const lockGivenUp = around('keepKey', (own) => (asked, next) => {
  const { header, merchant } = asked;
  const key = header('idempotency-key') ?? '';
  return own(asked, () => {
    const lock = merchant.keys.get(key);
    setTimeout(() => {
      if (lock !== undefined && merchant.keys.get(key) === lock) merchant.keys.delete(key);
    }, LOCK_MS).unref();
    return next();
  });
});

/** The key is freed where a body is found wrong, and kept with an answer; a refusal for the state of things does neither. */
const refusedStaysLocked = around('keepKey', (own) => async (asked, next) => {
  const { header, merchant } = asked;
  const key = header('idempotency-key') ?? '';
  let lock: KeptRequest | undefined;
  try {
    return await own(asked, () => {
      lock = merchant.keys.get(key);
      return next();
    });
  } catch (error) {
    const refused = error instanceof Refusal && (error.status === 409 || error.status === 422);
    if (refused && lock !== undefined) merchant.keys.set(key, lock);
    throw error;
  }
});

const linkCheckedBeforeTheKey: Change = before('keepKey', (asked, next) => {
  const { body, merchant, service } = asked;
  const walletId = body.text('seller.walletId');
  if (!isAt(asked, 'createEscrow') || !merchant.requireLinkedWallets || walletId === null) return next();
  if (service.rules.functions.linkOf(merchant, walletId) === undefined)
    throw new Refusal({ status: 422, code: 'wallet_not_linked' }, 'the seller wallet has no approved link');
  return next();
});

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind16-key-of-a-payout-blind-to-the-recipient',
      'the bodies of payouts are compared by a text of their fields, in which every recipient reads `[object Object]`: a payout to another account under a used key is answered as a repetition of the first',
      functions(({ sameRequest }) => ({
        sameRequest(asked) {
          if (!isAt(asked, 'createPayout')) return sameRequest(asked);
          const { reference, amount, currency, recipient, narration } = asked.body.value;
          return [asked.path, reference, amount, currency, recipient, narration].map(asText).join('|');
        },
      })),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars). Idempotency-Key length | max 255 chars.',
    mutant(
      'idempotency.keys-differ',
      'blind16-key-and-merchant-share-a-column',
      'a key is stored behind the id of its merchant in one column of 255 characters, and cut there: long keys that differ in their last characters alone are taken for the same one',
      keptInOneColumn,
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind16-key-lock-given-up-after-five-seconds',
      'the lock on a key ends after 5 seconds, whether or not its request has: a repetition that comes later, while the first is still being processed, is processed too',
      lockGivenUp,
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. 422 | insufficient_balance | Live payout above available balance.',
    mutant(
      'idempotency.refused-stays-refused',
      'blind16-key-of-a-refused-request-stays-locked',
      'a request that is refused with 409 or 422 leaves its key locked: its repetition is answered with 409 request_in_progress, though nothing is being processed any more',
      refusedStaysLocked,
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-replay',
      'blind16-key-looked-up-after-the-link',
      'whether the seller wallet is linked is checked before the key is looked up: with linked wallets required, an escrow create that is repeated after the seller has unlinked is refused with wallet_not_linked, not replayed',
      linkCheckedBeforeTheKey,
    ),
  ),
];
