/** Two requests that overlap, and one that takes longer than was thought of. */
import type { AnyRecord, KeptRequest } from '../../../reference/rules/records.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

/** Real time between the look for older requests and the writing of a newer one, in milliseconds. */
const APART_MS = 150;

function looksBeforeItWrites(): Change {
  let seen: ReadonlySet<AnyRecord> | null = null;
  return all(
    onFire((fire) => (record, on, details) => {
      if (on === 'newer request' && seen !== null && !seen.has(record)) return false;
      return fire(record, on, details);
    }),
    before('act', async (asked, next) => {
      if (!isAt(asked, 'createWalletLink')) return next();
      const links = new Set<AnyRecord>(asked.merchant.links.values());
      await pause(APART_MS);
      seen = links;
      try {
        return next();
      } finally {
        seen = null;
      }
    }),
  );
}

/** A lock that is older counts as left behind by a process that died, in milliseconds of the service's clock. */
const LOCKED_MS = 30_000;

function locksForAWhile(): Change {
  const lockedAt = new WeakMap<KeptRequest, number>();
  return around('keepKey', (own) => (asked, next) => {
    const { merchant, service } = asked;
    const key = asked.header('idempotency-key') ?? '';
    const now = service.clock.now();
    const underWay = merchant.keys.get(key);
    const since = underWay?.reply === null ? lockedAt.get(underWay) : undefined;
    if (since !== undefined && now - since > LOCKED_MS) merchant.keys.delete(key);
    const reply = own(asked, next);
    const kept = merchant.keys.get(key);
    if (kept?.reply === null && !lockedAt.has(kept)) lockedAt.set(kept, now);
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'A newer request for the same wallet cancels the older pending one.',
    mutant(
      'wallet-link.newer-cancels-older',
      'blind10-links-asked-at-once-both-wait',
      'older requests are looked for before the newer one is written: of two requests at once for one wallet neither sees the other, and both stay PENDING and can be approved',
      looksBeforeItWrites(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind10-lock-runs-out',
      'the lock of a key runs out after 30 seconds: a repetition of a request that takes longer is carried out beside it, and refused with 409 duplicate_reference',
      locksForAWhile(),
    ),
  ),
];
