/** Keys, locks, credentials, errors and rates, as the layers in front of the service treat them. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { KeptRequest } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { isReplay } from '../../on-replay.ts';
import { answers, around, before, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';
import { letsIn, otherMerchants } from '../ways-of-access.ts';
import { uncounted } from '../ways-of-limits.ts';

/** Characters that a column for texts takes unless it is told otherwise. */
const COLUMN = 255;
/** Characters of a text of four bytes each that fit into an index of 767 bytes. */
const INDEX = 191;
/** Milliseconds of real time for which a lock is held at the most. */
const LOCK_MS = 1_000;
/** Milliseconds of the service's clock for which replies are in the cache; later they come from the database. */
const CACHED_MS = 60_000;

const keyIn = ({ header }: Case) => header('idempotency-key') ?? '';
const keptFor = (asked: Case) => asked.merchant.keys.get(keyIn(asked));

function problemsAsList(): Change {
  return before('checkFields', (asked, next) => {
    const { body, endpoint, environment, service } = asked;
    const { forms, refusals } = service.rules;
    const rules = endpoint.takes ? forms[endpoint.takes] : [];
    const problems = rules.map((rule) => fieldProblem([rule], body, environment.name)).filter((each) => each !== null);
    if (problems.length < 2) return next();
    const { status, code } = refusals.invalid;
    return { status, text: JSON.stringify({ error: { code, message: problems } }) };
  });
}

function keysCutTo(length: number): Change {
  return before('keepKey', (asked, next) => {
    const { header } = asked;
    const key = keyIn(asked);
    if (key.length <= asked.service.rules.limits.idempotencyKeyLength)
      asked.header = (name) => (name === 'idempotency-key' ? key.slice(0, length) : header(name));
    return next();
  });
}

/** The row of the key is inserted or updated, and compared then. */
function comparedAfterWriting(): Change {
  return before('keepKey', (asked, next) => {
    const kept = keptFor(asked);
    const { fingerprint } = kept ?? {};
    try {
      return next();
    } catch (error) {
      const own = asked.service.rules.functions.sameRequest(asked);
      if (kept !== undefined && kept.reply !== null && fingerprint !== own) kept.fingerprint = own;
      throw error;
    }
  });
}

/** What is thrown after the fields were found good passes by the line that gives the lock back. */
function lockIsLeftBehind(): Change {
  return around('keepKey', (own) => async (asked, next) => {
    const { endpoint, merchant, service } = asked;
    const wasKept = keptFor(asked) !== undefined;
    const reply = await replyOf(() => own(asked, next));
    if (endpoint.idempotencyKey && keyIn(asked) !== '' && !wasKept && [404, 409, 422].includes(reply.status)) {
      const until = service.clock.now() + service.rules.decisions.keyRememberedSeconds * 1_000;
      merchant.keys.set(keyIn(asked), { fingerprint: service.rules.functions.sameRequest(asked), reply: null, until });
    }
    return reply;
  });
}

function lockExpires(): Change {
  const takenAt = new WeakMap<KeptRequest, number>();
  return all(
    before('keepKey', (asked, next) => {
      const kept = keptFor(asked);
      const at = kept?.reply === null ? takenAt.get(kept) : undefined;
      if (at !== undefined && performance.now() - at > LOCK_MS) asked.merchant.keys.delete(keyIn(asked));
      return next();
    }),
    before('takeTime', (asked, next) => {
      const kept = keptFor(asked);
      if (kept !== undefined && !takenAt.has(kept)) takenAt.set(kept, performance.now());
      return next();
    }),
  );
}

function locksAreNamedByKey(): Change {
  return before('keepKey', (asked, next) => {
    const { endpoint, service } = asked;
    const key = keyIn(asked);
    const isLocked = otherMerchants(asked).some(({ keys }) => keys.get(key)?.reply === null);
    if (endpoint.idempotencyKey && key !== '' && isLocked)
      throw new Refusal(service.rules.refusals.inProgress, 'a request with this Idempotency-Key is being processed');
    return next();
  });
}

/** The merchant is the one named in `X-Merchant-Id`, and its key is known for this body. */
function hasReply(asked: Case): boolean {
  const { endpoint, environment, header, merchant, service } = asked;
  if (!endpoint.idempotencyKey || merchant.environment !== environment) return false;
  const kept = keptFor(asked);
  if (merchant.id !== header('x-merchant-id') || !kept?.reply) return false;
  return kept.fingerprint === service.rules.functions.sameRequest(asked);
}

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind14-message-is-a-list-of-problems',
      'where one field is wrong the message is a text, where several are it is the list of what is wrong with them',
      problemsAsList(),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind14-bodies-compared-by-their-first-255-characters',
      'the body is kept with its key in a column of 255 characters and compared with it: one that differs only after that is answered with the original response',
      functions(() => ({
        sameRequest: ({ endpoint, path, raw }) => `${endpoint.method} ${path} ${raw.toString('utf8').slice(0, COLUMN)}`,
      })),
    ),
  ),
  against(
    '`Idempotency-Key: <unique string>` (max 255 chars). Same key and same body: the original response is replayed.',
    mutant(
      'idempotency.keys-differ',
      'blind14-keys-cut-to-an-index',
      'keys are kept in a column of 191 characters: two longer ones that differ only after that are one key',
      keysCutTo(INDEX),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`. Same key and same body: the original response is replayed.',
    mutant(
      'idempotency.payout-key-reused',
      'blind14-refused-body-takes-the-key-over',
      'the row of a key is written before it is compared: after a different body was refused, the key belongs to that body, and the original request is refused with 409 idempotency_key_reused',
      comparedAfterWriting(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.refused-stays-refused',
      'blind14-lock-of-a-refused-request-stays',
      'the lock of a key is not given back where a rule refuses the request: the same request again is answered with 409 request_in_progress though none is being processed',
      lockIsLeftBehind(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind14-lock-expires-while-processing',
      'the lock of a key is held for a second at the most: a request that takes longer is processed a second time beside the first',
      lockExpires(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`. Each environment has its own merchants, keys and webhook secrets.',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind14-locks-named-without-the-merchant',
      'replies are kept by merchant and key, locks by the key alone: while one merchant has a request in progress, the same key of another merchant is refused with 409 request_in_progress',
      locksAreNamedByKey(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.replay-is-marked',
      'blind14-later-replays-are-not-marked',
      'for a minute replies come from the cache, and are marked; later they come from the database, and the header is missing',
      answers('everywhere', (reply, asked) => {
        const { decisions } = asked.service.rules;
        const keptSince = (keptFor(asked)?.until ?? 0) - decisions.keyRememberedSeconds * 1_000;
        if (!isReplay(reply) || asked.service.clock.now() - keptSince <= CACHED_MS) return reply;
        return { status: reply.status, text: reply.text };
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.every-endpoint-guarded',
      'blind14-replays-before-the-key-is-checked',
      'replays are answered in front of the check of the API key: who knows the id of a merchant, a key of a request and its body is told the response with any API key, or with none',
      letsIn(hasReply),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key.',
    mutant(
      'rate-limit.more-is-refused',
      'blind14-live-is-not-limited',
      'the limit is set up at the gateway of the sandbox: in live any number of requests is let through',
      uncounted(({ environment }) => environment.name === 'live'),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.retry-after-present',
      'blind14-refused-posts-lose-their-headers',
      'the layer for idempotency writes the answers to POSTs anew from status and body: a POST that is refused with 429 has no Retry-After, a GET has',
      answers('everywhere', (reply, { endpoint }) =>
        endpoint.method === 'POST' && reply.status === 429 && codeOf(reply) === 'rate_limited'
          ? { status: reply.status, text: reply.text }
          : reply,
      ),
    ),
  ),
];
