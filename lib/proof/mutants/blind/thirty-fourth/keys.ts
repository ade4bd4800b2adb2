/** Keys of idempotency: what is compared, what is kept of an answer, for how long, and for whom a key is locked. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { EndpointName } from '../../../reference/rules/requests.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, around, isAt, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply } from '../ways.ts';

const HOT_MS = 3_600_000;
const GATEWAY_MS = 3_000;
const ROOM = 2_048;
const CREATES: readonly EndpointName[] = ['createCheckout', 'createRefund', 'createPayout', 'createEscrow'];

/** Requests are compared by another form of their body. */
function comparedAs(change: (value: unknown) => unknown): Change {
  const form = deeply(change);
  return functions(({ sameRequest }) => ({
    sameRequest: (asked) => sameRequest({ ...asked, raw: Buffer.from(JSON.stringify(form(asked.body.value))) }),
  }));
}

function inOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each) => JSON.stringify(each)).sort();
}

/** Numbers and booleans as a query string has them. */
function asInQuery(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : value;
}

function keyOf({ header }: Case): string {
  return header('idempotency-key') ?? '';
}

function lockedForAll(): Change {
  const locked = new Map<string, Merchant>();
  return around('keepKey', (own) => async (asked, next) => {
    const key = `${asked.environment.name} ${keyOf(asked)}`;
    if (asked.endpoint.method !== 'POST' || keyOf(asked) === '') return own(asked, next);
    const holder = locked.get(key);
    if (holder !== undefined && holder !== asked.merchant)
      throw new Refusal(asked.service.rules.refusals.inProgress, 'a request with this key is being processed');
    locked.set(key, asked.merchant);
    try {
      return await own(asked, next);
    } finally {
      locked.delete(key);
    }
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind34-lists-are-sorted-before-comparing',
      'bodies are compared in a canonical form, for which not only names but also the entries of lists are sorted: one with the same entries in another order is taken for the same body and replayed',
      comparedAs(inOrder),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind34-bodies-compared-as-query-strings',
      'a body is turned into a query string before its hash is taken: true, 1 and "1" within metadata are equal there, and a body that differs in that alone is replayed',
      comparedAs(asInQuery),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-release-replay',
      'blind34-long-answers-do-not-fit',
      'the column for kept answers has room for 2,048 characters, and what is longer is not kept: the release of an escrow with long conditions or metadata that is repeated under its key is carried out anew, and refused',
      around('keepKey', (own) => async (asked, next) => {
        const reply = await replyOf(() => own(asked, next));
        if (reply.status < 400 && reply.text.length > ROOM) asked.merchant.keys.delete(keyOf(asked));
        return reply;
      }),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind34-older-replays-come-from-the-archive',
      'for an hour answers are kept in a cache, later they are read from the database by another way, which does not set the header',
      answers('everywhere', (reply, asked) => {
        const { merchant, service } = asked;
        const kept = merchant.keys.get(keyOf(asked));
        if (reply.headers?.['idempotent-replayed'] === undefined || kept === undefined) return reply;
        const began = kept.until - service.rules.decisions.keyRememberedSeconds * 1_000;
        return service.clock.now() - began > HOT_MS ? { status: reply.status, text: reply.text } : reply;
      }),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind34-keys-are-locked-for-every-merchant',
      'answers are kept for each merchant, but the lock of a request under way has the key alone as its name: while one merchant has a request under way another one with the same key, such as order-1001, is refused',
      lockedForAll(),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'payout.created',
      'blind34-gateway-repeats-what-takes-long',
      'the gateway before the service gives up a request after three seconds and sends it once more to another server, where the reference is used by then: a create that takes so long is carried out and answered with duplicate_reference, also when the merchant repeats it under its key',
      around('takeTime', (own) => async (asked, next) => {
        const began = Date.now();
        const reply = await own(asked, next);
        if (!isAt(asked, CREATES) || Date.now() - began < GATEWAY_MS) return reply;
        throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'the reference is already used');
      }),
    ),
  ),
];
