/** Idempotency keys, credentials, environments, the rate limit and errors: what stands before every endpoint. */
import { inspect } from 'node:util';
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, around, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, parsed } from '../ways.ts';
import { keyOf } from '../ways-of-access.ts';

const LIVE_REQUESTS_PER_MINUTE = 300;

/** Identical requests under way share one answer. */
function sharesAnswers(): Change {
  const underWay = new WeakMap<Merchant, Map<string, Promise<Reply>>>();
  return around('keepKey', (own) => (asked, next) => {
    const { merchant, header, service } = asked;
    const key = header('idempotency-key');
    if (key === undefined) return own(asked, next);
    const requests = underWay.get(merchant) ?? new Map<string, Promise<Reply>>();
    underWay.set(merchant, requests);
    const name = `${key} ${service.rules.functions.sameRequest(asked)}`;
    const running = requests.get(name);
    if (running !== undefined) return running;
    const reply = own(asked, next);
    if (!(reply instanceof Promise)) return reply;
    const done = () => void requests.delete(name);
    reply.then(done, done);
    requests.set(name, reply);
    return reply;
  });
}

function merchantBeforeKey(): Change {
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      const { decisions, environments } = service.rules;
      const foreign = environment.name === 'sandbox' ? environments.live : environments.sandbox;
      const known = environment.merchants.has(header('x-merchant-id') ?? '');
      if (known && keyOf({ header }).startsWith(foreign.keyPrefix))
        throw new Refusal(decisions.unauthenticated, 'the API key is not one of this merchant');
      return authenticate(service, environment, header);
    },
  }));
}

function liveMayAskMore(): Change {
  const raised = new WeakSet<Merchant>();
  return before('limitRate', ({ environment, merchant, service }, next) => {
    const { limits, functions: own } = service.rules;
    if (environment.name === 'live' && !raised.has(merchant)) {
      raised.add(merchant);
      merchant.rate = own.rateLimiter(LIVE_REQUESTS_PER_MINUTE, limits.windowSeconds * 1_000);
    }
    return next();
  });
}

function replaysInSpiteOfTheLimit(): Change {
  return around('limitRate', (own) => (asked, next) => {
    const { merchant, header, service } = asked;
    const kept = merchant.keys.get(header('idempotency-key') ?? '');
    if (!kept?.reply || kept.fingerprint !== service.rules.functions.sameRequest(asked)) return own(asked, next);
    try {
      return own(asked, next);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
      return { ...kept.reply, headers: { 'idempotent-replayed': 'true' } };
    }
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind30-bodies-are-compared-to-a-depth',
      'bodies are compared as a debugger prints them, which shows objects to a depth and lists to a length: a body that differs deep within its metadata is replayed',
      functions(({ sameRequest }) => ({
        sameRequest(asked) {
          const body = parsed(asked.raw.toString('utf8'));
          if (body === undefined) return sameRequest(asked);
          return `${asked.endpoint.method} ${asked.path} ${inspect(body)}`;
        },
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.concurrent-one-original',
      'blind30-identical-requests-at-once-share-an-answer',
      'identical requests under one key that arrive while the first is processed all get its answer as it is, as if each were the original: none is marked or refused',
      sharesAnswers(),
    ),
  ),
  against(
    'A key works only in its own environment. Otherwise the response is `403 wrong_environment`.',
    mutant(
      'environment.live-key-in-sandbox',
      'blind30-merchant-is-looked-up-before-the-key',
      'the merchant is looked up first: a key of the other environment beside a merchant id of this one is refused as a wrong key, with 401, not with `wrong_environment`',
      merchantBeforeKey(),
    ),
  ),
  against(
    "The seller's 10-digit wallet id. In live it must exist, else `422 account_not_found`",
    mutant(
      'environment.live-account-not-found',
      'blind30-live-knows-the-wallets-of-sandbox',
      'whether a seller wallet exists is looked up among those of both environments: a live escrow for one that exists in sandbox alone is accepted',
      guard('escrow.seller-unknown', {
        refuses: ({ service, body }) =>
          Object.values(service.environments).every(
            (environment) => service.wallet(environment, body.text('seller.walletId') ?? '') === undefined,
          ),
      }),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`',
    mutant(
      'rate-limit.more-is-refused',
      'blind30-live-keys-have-a-higher-limit',
      `a live key may make ${LIVE_REQUESTS_PER_MINUTE} requests per minute`,
      liveMayAskMore(),
    ),
  ),
  against(
    '429 | rate_limited | More than 120 requests per minute per API key; response carries `Retry-After`',
    mutant(
      'rate-limit.every-endpoint-limited',
      'blind30-replays-pass-the-limit',
      'a request under a known key is answered from the kept answers before the rate is looked at: where every other request is refused with 429, replays go through',
      replaysInSpiteOfTheLimit(),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-409',
      'blind30-in-progress-is-told-in-another-shape',
      'the refusal of a request whose key is still in use comes from another part of the service: `code` and `message` stand in the body itself, without `error` around them',
      answers('everywhere', (reply) =>
        codeOf(reply) === 'request_in_progress'
          ? { ...reply, text: JSON.stringify((parsed(reply.text) as { error: object }).error) }
          : reply,
      ),
    ),
  ),
];
