/** Idempotency keys that are compared in part, locked for too many or too short, and answers that change when they are given again. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, KeptRequest, Merchant } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around, before, isAt, pause, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, whenTurnedAway } from '../ways.ts';

/** Characters of the column that MySQL can index in utf8mb4. */
const INDEXED = 191;
const LONGEST_KEY = 255;
/** Real time after which a lock that is not renewed is free again, in milliseconds. */
const LEASE_MS = 1_000;
/** Real time that writing a row takes, in milliseconds. */
const WRITING_MS = 15;
/** Milliseconds of the service's clock. */
const MINUTE_MS = 60_000;

function keyOf({ endpoint, header }: Case): string {
  return endpoint.idempotencyKey ? (header('idempotency-key') ?? '') : '';
}

function keysAreCut(): Change {
  return before('keepKey', (asked, next) => {
    const { header } = asked;
    if (keyOf(asked).length <= LONGEST_KEY)
      asked.header = (name) => (name === 'idempotency-key' ? header(name)?.slice(0, INDEXED) : header(name));
    return next();
  });
}

function locksExpire(): Change {
  const taken = new WeakMap<KeptRequest, number>();
  const lockOf = (asked: Case) => {
    const kept = asked.merchant.keys.get(keyOf(asked));
    return kept?.reply === null ? kept : undefined;
  };
  return all(
    before('keepKey', (asked, next) => {
      const lock = lockOf(asked);
      if (lock !== undefined && performance.now() - (taken.get(lock) ?? Number.POSITIVE_INFINITY) > LEASE_MS)
        asked.merchant.keys.delete(keyOf(asked));
      return next();
    }),
    before('takeTime', (asked, next) => {
      const lock = lockOf(asked);
      if (lock !== undefined) taken.set(lock, performance.now());
      return next();
    }),
  );
}

function oneLockForAllMerchants(): Change {
  const locks = new WeakMap<Environment, Map<string, Merchant>>();
  return around('keepKey', (own) => async (asked, next) => {
    const { environment, merchant, service } = asked;
    const key = keyOf(asked);
    if (key === '') return own(asked, next);
    const holders = locks.get(environment) ?? new Map<string, Merchant>();
    locks.set(environment, holders);
    const holder = holders.get(key);
    if (holder === merchant) return own(asked, next);
    if (holder !== undefined)
      throw new Refusal(
        service.rules.refusals.inProgress,
        'a request with this Idempotency-Key is still being processed',
      );
    holders.set(key, merchant);
    try {
      return await own(asked, async () => {
        await pause(WRITING_MS);
        return next();
      });
    } finally {
      holders.delete(key);
    }
  });
}

/** The row of the key is written with the body of each request before it is compared. */
function latestBodyTakesTheKey(): Change {
  return around('keepKey', (own) => async (asked, next) => {
    const { merchant, service } = asked;
    const reply = await replyOf(() => own(asked, next));
    const kept = merchant.keys.get(keyOf(asked));
    if (kept !== undefined && codeOf(reply) === service.rules.refusals.keyReused.code)
      kept.fingerprint = service.rules.functions.sameRequest(asked);
    return reply;
  });
}

function linksAreCheckedFirst(): Change {
  return before('keepKey', (asked, next) => {
    const { body, service } = asked;
    const check = service.rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
    const named = /^[0-9]{10}$/.test(body.text('seller.walletId') ?? '');
    if (isAt(asked, 'createEscrow') && named && check?.refuses(asked)) throw new Refusal(check, check.message(asked));
    return next();
  });
}

/** The service locks the key for the named merchant, and does not release it if the credentials are wrong. */
function locksBeforeItAuthenticates(): Change {
  return whenTurnedAway((asked, code) => {
    const { environment, header, service } = asked;
    const merchant = environment.merchants.get(header('x-merchant-id') ?? '');
    const key = keyOf(asked);
    if (merchant === undefined || code === service.rules.refusals.wrongEnvironment.code) return;
    if (key === '' || key.length > LONGEST_KEY || merchant.keys.has(key)) return;
    const until = service.clock.now() + MINUTE_MS;
    const lock = { fingerprint: service.rules.functions.sameRequest(asked), reply: null, until };
    merchant.keys.set(key, lock);
    service.clock.schedule(until, () => {
      if (merchant.keys.get(key) === lock) merchant.keys.delete(key);
    });
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.payout-key-reused',
      'blind16-nested-fields-not-compared',
      'bodies are compared by a text that JSON.stringify makes with the sorted names of the body as its list of fields, which holds for nested objects too: with the same key a payout to another account is answered as a repetition',
      functions(() => ({
        sameRequest: ({ endpoint, path, body }) =>
          `${endpoint.method} ${path} ${JSON.stringify(body.value, Object.keys(body.value).sort())}`,
      })),
    ),
  ),
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind16-keys-cut-at-191',
      'keys are kept in a column of 191 characters, which cuts them: of two long keys that differ in their ends alone, the second is refused as used for another request',
      keysAreCut(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind16-lock-leased-for-a-second',
      'the lock on a key is leased for a second and not renewed: while a request takes longer than that, a second one with its key is processed too',
      locksExpire(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. Each environment has its own merchants, keys and webhook secrets.',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind16-one-lock-for-all-merchants',
      "the name of the lock is the key alone, without the merchant: while one merchant's request is being processed, another merchant's with an equal key is refused with 409 request_in_progress",
      oneLockForAllMerchants(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-replay',
      'blind16-refused-body-takes-the-key',
      'the fingerprint of a key is written before it is compared: once a different body was refused, the original request is refused with 409 idempotency_key_reused as well',
      latestBodyTakesTheKey(),
    ),
  ),
  against(
    'Request and response bodies are JSON. Same key and same body: the original response is replayed.',
    mutant(
      'error.json-content-type',
      'blind16-replays-sent-as-text',
      'the kept answer is a text, and what sends texts calls them text/html: replays have another Content-Type than the original',
      answers('everywhere', (reply) =>
        isReplay(reply)
          ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' } }
          : reply,
      ),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed.',
    mutant(
      'idempotency.escrow-replay',
      'blind16-links-checked-before-the-key',
      'whether the seller is linked is asked before the key is looked up: an escrow create that succeeded is not replayed but refused with wallet_not_linked once the setting is on, or the link is gone',
      linksAreCheckedFirst(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.refused-has-no-effect',
      'blind16-key-locked-before-the-credentials',
      'the key is locked for the merchant that is named before the credentials are checked, and stays locked for a minute where they are wrong: the same request with the right ones is refused with 409 request_in_progress',
      locksBeforeItAuthenticates(),
    ),
  ),
];
