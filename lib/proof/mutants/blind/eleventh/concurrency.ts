/** What goes wrong while two requests overlap. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Environment, Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Case, Service } from '../../../reference/rules/rulebook.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** Real time that a request spends between its first look at the database and its last, in milliseconds. */
const BUSY_MS = 20;

function versionOfTheSeller(): Change {
  const versions = new WeakMap<Environment, Map<string, number>>();
  const read = new WeakMap<Case, number>();
  const of = ({ environment }: Case) => {
    const known = versions.get(environment) ?? new Map<string, number>();
    versions.set(environment, known);
    return known;
  };
  const sellerOf = ({ body }: Case) => body.text('seller.walletId') ?? '';
  return all(
    before('checkGuards', async (asked, next) => {
      if (!isAt(asked, 'createEscrow')) return next();
      read.set(asked, of(asked).get(sellerOf(asked)) ?? 0);
      await pause(BUSY_MS);
      return next();
    }),
    before('act', (asked, next) => {
      const version = read.get(asked);
      if (version === undefined) return next();
      if (version !== (of(asked).get(sellerOf(asked)) ?? 0))
        throw new Refusal({ status: 409, code: 'conflict' }, 'the wallet was changed by another request');
      of(asked).set(sellerOf(asked), version + 1);
      return next();
    }),
  );
}

function keptUnderTheLatestKey(): Change {
  const latest = new WeakMap<Service, string>();
  return all(
    around('keepKey', (own) => async (asked, next) => {
      const { merchant, service } = asked;
      const key = asked.header('idempotency-key') ?? '';
      if (key === '' || merchant.keys.has(key)) return await own(asked, next);
      latest.set(service, key);
      try {
        return await own(asked, next);
      } finally {
        const present = latest.get(service) ?? key;
        const kept = merchant.keys.get(key);
        if (present !== key && kept !== undefined) {
          merchant.keys.delete(key);
          merchant.keys.set(present, kept);
        }
      }
    }),
    before('takeTime', async (asked, next) => {
      if (asked.endpoint.idempotencyKey !== undefined) await pause(BUSY_MS);
      return next();
    }),
  );
}

/** How long a record stays in the cache, in milliseconds of the service's clock. */
const CACHED_MS = 60_000;
/** Real time that it takes to write a record and put it into the cache, in milliseconds. */
const FILLING_MS = 150;

function cachedAfterTheChange(): Change {
  const caches = new WeakMap<Merchant, Map<string, { reply: Reply; until: number }>>();
  const drop = ({ merchant, reference }: Checkout) => void caches.get(merchant)?.delete(reference);
  const changed = ['pay', 'fail', 'not paid in time'].map((on) => also('checkout', on, drop));
  const refunded = ['settlement succeeds', 'settlement fails'].map((on) =>
    also('refund', on, ({ payment }) => {
      if (payment !== null) drop(payment);
    }),
  );
  return all(
    ...changed,
    ...refunded,
    before('answerKnown', async (asked, next) => {
      if (!isAt(asked, 'getCheckout')) return next();
      const { clock } = asked.service;
      const { reference = '' } = asked.params;
      const cache = caches.get(asked.merchant) ?? new Map<string, { reply: Reply; until: number }>();
      caches.set(asked.merchant, cache);
      const cached = cache.get(reference);
      if (cached !== undefined && clock.now() < cached.until) return cached.reply;
      const reply = await next();
      await pause(FILLING_MS);
      cache.set(reference, { reply, until: clock.now() + CACHED_MS });
      return reply;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'POST | /v1/escrows | Escrow create body | 201 `{ id, reference, status, payUrl }`.',
    mutant(
      'escrow.created',
      'blind11-version-of-the-sellers-row',
      "an escrow writes the seller's row with an optimistic lock, and a lost one is not tried again: of two escrows created at once for one seller one is refused with 409 conflict",
      versionOfTheSeller(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.checkout-replay',
      'blind11-kept-under-the-latest-key',
      'the key of the present request stands in a field that all requests share: where another POST begins before the first was answered, the answer is kept under the key of the other, and a repetition of the first is refused as a duplicate',
      keptUnderTheLatestKey(),
    ),
  ),
  against(
    'The real status comes from the webhook or from `GET /v1/checkouts/{reference}`. pending | buyer pays | succeeded.',
    mutant(
      'checkout.paid',
      'blind11-cache-filled-after-the-change',
      'a payment drops the cached record, and a GET that had read it before writes it back afterwards: a checkout that was read while it was paid is shown as pending for another minute',
      cachedAfterTheChange(),
    ),
  ),
];
