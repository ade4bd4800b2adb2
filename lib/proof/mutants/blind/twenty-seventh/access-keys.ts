/** Idempotency keys, merchants that ask at once, the rate limit of live, and errors. */
import { inspect } from 'node:util';
import { fieldProblem } from '../../../reference/engine/fields.ts';
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Environment, Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, around, before, hesitates, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, codeOf, withError } from '../ways.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

const LIVE_REQUESTS_PER_MINUTE = 1_200;
const SELLER_LOOKUP_MS = 40;

/** The checks of an account's settings come before the keys. */
function settingBeforeKey(): Change {
  return before('keepKey', (asked, next) => {
    const { service, merchant, header } = asked;
    const guard = service.rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
    const repeated = merchant.keys.has(header('idempotency-key') ?? '');
    if (isAt(asked, 'createEscrow') && repeated && guard?.refuses(asked))
      throw new Refusal(guard, guard.message(asked));
    return next();
  });
}

/** A key is locked while its request is processed; the name of the lock is the key. */
function oneLockPerKey(): Change {
  const locks = new WeakMap<Environment, Map<string, Merchant>>();
  return before('keepKey', async (asked, next) => {
    const { environment, merchant, service, endpoint } = asked;
    const key = asked.header('idempotency-key') ?? '';
    const locked = locks.get(environment) ?? new Map<string, Merchant>();
    locks.set(environment, locked);
    const holder = locked.get(key);
    if (endpoint.idempotencyKey === undefined || key === '' || holder === merchant) return next();
    if (holder !== undefined)
      throw new Refusal(service.rules.refusals.inProgress, 'a request with this Idempotency-Key is being processed');
    locked.set(key, merchant);
    try {
      return await next();
    } finally {
      locked.delete(key);
    }
  });
}

/** The merchant of a request is a variable of the process, read again after the seller's wallet was asked for. */
function latestMerchantActs(): Change {
  const present = new WeakMap<Environment, Merchant>();
  return all(
    before('limitRate', ({ environment, merchant }, next) => {
      present.set(environment, merchant);
      return next();
    }),
    before('act', (asked, next) => {
      if (isAt(asked, 'createEscrow')) asked.merchant = present.get(asked.environment) ?? asked.merchant;
      return next();
    }),
    hesitates('createEscrow', SELLER_LOOKUP_MS),
  );
}

function liveLimitApart(): Change {
  const limiters = new WeakMap<Merchant, RateLimiter>();
  return around('limitRate', (own) => (asked, next) => {
    if (asked.environment.name !== 'live') return own(asked, next);
    const { functions: made, refusals } = asked.service.rules;
    const limiter = limiters.get(asked.merchant) ?? made.rateLimiter(LIVE_REQUESTS_PER_MINUTE, 60_000);
    limiters.set(asked.merchant, limiter);
    const wait = limiter.admit(asked.service.clock.now());
    if (wait === 0) return next();
    const seconds = String(Math.max(1, Math.ceil(wait / 1_000)));
    throw new Refusal(refusals.rateLimited, 'too many requests', { 'retry-after': seconds });
  });
}

/** One problem for each field of the body that has one. */
function problemsOf({ service, endpoint, body, environment }: Case): string[] {
  const rules = endpoint.takes === undefined ? [] : service.rules.forms[endpoint.takes];
  const names = new Set(rules.map(({ field }) => field.split('.')[0]));
  return [...names].flatMap((name) => {
    const own = rules.filter(({ field }) => field.split('.')[0] === name);
    return fieldProblem(own, body, environment.name) ?? [];
  });
}

/** What an API key has been answered before is answered by a cache in front of the service, which knows no merchant ids. */
function isKept(asked: Case): boolean {
  const { merchant, environment, service, header } = asked;
  const kept = merchant.keys.get(header('idempotency-key') ?? '');
  const own = merchant.environment === environment && keyOf(asked) === merchant.apiKey;
  return own && kept?.reply != null && kept.fingerprint === service.rules.functions.sameRequest(asked);
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind27-bodies-compared-to-a-depth',
      'the body of a key is kept as it is printed for a log, where what is nested deeper than three levels is left out: another body that differs in a list within `metadata` is answered with the replay',
      functions(() => ({
        sameRequest: ({ endpoint, path, body }) => `${endpoint.method} ${path} ${inspect(body.value)}`,
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-replay',
      'blind27-setting-checked-before-the-key',
      "the setting 'require linked wallets' is checked before the key is looked up: an escrow that was made before it was turned on is refused when its creation is repeated, and not replayed",
      settingBeforeKey(),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.keys-are-per-merchant',
      'blind27-one-lock-per-key',
      "the lock of a key does not name its merchant: while one merchant's request is processed another merchant's with an equal key is refused with `request_in_progress`",
      oneLockPerKey(),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'escrow.other-merchant',
      'blind27-the-latest-merchant-of-the-process',
      "the merchant of a request is kept in a variable of the process: an escrow is made for the merchant whose request came last while the seller's wallet was looked up",
      latestMerchantActs(),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-merchant-refused',
      'blind27-replays-ask-for-no-merchant',
      'replays are served by a cache in front of the service that goes by API key and idempotency key: a repeated request gets the original response whichever merchant id it names',
      letsIn(isKept),
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.more-is-refused',
      'blind27-ten-times-the-limit-in-live',
      'live keys have a limit of 1,200 requests a minute, sandbox keys one of 120',
      liveLimitApart(),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind27-several-problems-as-a-list',
      'where more than one field of a body is wrong the `message` is a list of texts',
      answers('everywhere', (reply, asked) => {
        if (reply.status !== 400 || codeOf(reply) !== 'invalid_request') return reply;
        const problems = problemsOf(asked);
        const { message } = JSON.parse(reply.text).error as { message: string };
        if (problems.length < 2 || !problems.includes(message)) return reply;
        return withError(reply, ({ code }) => ({ code, message: problems }));
      }),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-404',
      'blind27-reference-put-into-the-error-as-it-is',
      'the body of `payment_not_found` is a text into which the `paymentReference` is put as it was sent: with a quotation mark in it the body is no JSON',
      answers('createRefund', (reply, asked) => {
        if (codeOf(reply) !== 'payment_not_found') return reply;
        const message = `no checkout has the reference ${bodyOf(asked).paymentReference}`;
        return { ...reply, text: `{"error":{"code":"payment_not_found","message":"${message}"}}` };
      }),
    ),
  ),
];
