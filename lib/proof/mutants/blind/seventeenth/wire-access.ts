/** Credentials, environments and rates as layers around a service see them: a cache, a shared table, a bucket. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, RateLimiter } from '../../../reference/rules/records.ts';
import { field, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';
import { letsIn } from '../ways-of-access.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Requests a minute that the plan of live merchants names. */
const LIVE_PLAN = 300;

function limitOfPlan(): Change {
  const planned = new WeakSet<Merchant>();
  return before('limitRate', ({ environment, merchant, service }, next) => {
    if (environment.name === 'live' && !planned.has(merchant)) {
      planned.add(merchant);
      merchant.rate = service.rules.functions.rateLimiter(LIVE_PLAN, MINUTE_MS);
    }
    return next();
  });
}

function bucketsByHeader(): Change {
  const buckets = new WeakMap<Merchant, Map<string, RateLimiter>>();
  return before('limitRate', ({ header, merchant, service }, next) => {
    const { functions, limits } = service.rules;
    const own = buckets.get(merchant) ?? new Map<string, RateLimiter>();
    buckets.set(merchant, own);
    const sent = header('authorization') ?? '';
    const bucket = own.get(sent) ?? functions.rateLimiter(limits.requestsPerWindow, MINUTE_MS);
    own.set(sent, bucket);
    merchant.rate = bucket;
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind17-replayed-before-authentication',
      'kept responses are looked up by merchant id and Idempotency-Key before the API key is looked at: a repetition with a wrong API key, or with none, gets the original response',
      letsIn((asked) => {
        const { environment, header, merchant, service } = asked;
        if (environment !== merchant.environment || header('x-merchant-id') !== merchant.id) return false;
        if (asked.endpoint.idempotencyKey === undefined) return false;
        const kept = merchant.keys.get(header('idempotency-key') ?? '');
        return (
          kept !== undefined && kept.reply !== null && kept.fingerprint === service.rules.functions.sameRequest(asked)
        );
      }),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live. In live an unknown seller wallet gives `422 account_not_found`.',
    mutant(
      'environment.live-account-not-found',
      'blind17-seller-known-in-sandbox-is-enough',
      'the check of the seller asks a table of wallets that both environments share: a wallet that exists in sandbox alone is a good seller of a live escrow',
      guard('escrow.seller-unknown', {
        refuses: ({ service, body }) => {
          const { live, sandbox } = service.environments;
          const walletId = body.text('seller.walletId') ?? '';
          return service.wallet(live, walletId) === undefined && service.wallet(sandbox, walletId) === undefined;
        },
      }),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live.',
    mutant(
      'environment.live-return-url-https',
      'blind17-https-anywhere-in-return-url',
      'the rule of https is a pattern without a beginning: in live a checkout takes an http address that names an https one in its query',
      field('checkout', 'returnUrl', { httpsIn: [] }),
      before('answerKnown', ({ body, endpoint, environment, service }, next) => {
        const plain = endpoint.name === 'createCheckout' && environment.name === 'live';
        if (plain && !/https:\/\//i.test(body.text('returnUrl') ?? ''))
          throw new Refusal(service.rules.refusals.invalid, 'returnUrl must be https in live');
        return next();
      }),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind17-live-limit-of-the-plan',
      'the limit of a live key is that of the plan of its merchant, 300 a minute: 120 is the limit of sandbox keys only',
      limitOfPlan(),
    ),
  ),
  against(
    'More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind17-bucket-by-authorization-header',
      'requests are counted by the text of the Authorization header: one key, sent as `Bearer`, as `bearer` or with two spaces, has a limit for each',
      bucketsByHeader(),
    ),
  ),
  against(
    '429 `rate_limited`: response carries `Retry-After`. A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'rate-limit.retry-after-honest',
      'blind17-rate-limited-key-stays-locked',
      'the key of a request is locked before its rate is looked at, and not unlocked when that refuses it: the same request, sent again when Retry-After is over, is refused with request_in_progress',
      answers('everywhere', (reply, asked) => {
        const { endpoint, header, merchant, service } = asked;
        const key = header('idempotency-key') ?? '';
        if (reply.status !== 429 || codeOf(reply) !== 'rate_limited' || key === '') return reply;
        if (endpoint.idempotencyKey === undefined || merchant.keys.has(key)) return reply;
        const fingerprint = service.rules.functions.sameRequest(asked);
        merchant.keys.set(key, { fingerprint, reply: null, until: service.clock.now() + DAY_MS });
        return reply;
      }),
    ),
  ),
];
