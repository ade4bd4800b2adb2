/** Every request: credentials, keys of idempotency, the rate of requests and the shape of errors. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { answers, around, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, withError } from '../ways.ts';

const COMPARED_BYTES = 1_024;
const LOCK_MS = 2_000;
const MINUTE_MS = 60_000;
const PENALTY_MS = 10 * MINUTE_MS;
const OFFENCES = 3;
const TEST_WALLETS = ['0000000001', '0000000002', '0000000003'];

/** The lock of a request still being processed lapses. */
function lockLapses(): Change {
  const began = new WeakMap<Case['merchant'], Map<string, number>>();
  return before('keepKey', ({ endpoint, header, merchant }, next) => {
    const key = header('idempotency-key') ?? '';
    if (!endpoint.idempotencyKey || key === '') return next();
    const locks = began.get(merchant) ?? new Map<string, number>();
    began.set(merchant, locks);
    const kept = merchant.keys.get(key);
    if (kept?.reply === null && Date.now() - (locks.get(key) ?? 0) > LOCK_MS) merchant.keys.delete(key);
    if (!merchant.keys.has(key)) locks.set(key, Date.now());
    return next();
  });
}

/** What is wrong with each field; one within an object that is not given is not named besides. */
function problemsOf({ endpoint, service, body, environment }: Case): string[] {
  const rules = endpoint.takes === undefined ? [] : service.rules.forms[endpoint.takes];
  return rules.flatMap((rule) => {
    const [outer = ''] = rule.field.split('.');
    if (outer !== rule.field && body.get(outer) === undefined) return [];
    const problem = fieldProblem([rule], body, environment.name);
    return problem === null ? [] : [problem];
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars).',
    mutant(
      'idempotency.keys-differ',
      'blind31-keys-of-digits-are-numbers',
      'a key of digits alone is kept as a number: 0012 and 12 are one key, and the second request is refused or replayed',
      before('keepKey', (asked, next) => {
        const { header } = asked;
        asked.header = (name) => {
          const value = header(name);
          return name === 'idempotency-key' && /^[0-9]+$/.test(value ?? '') ? String(BigInt(value ?? '')) : value;
        };
        return next();
      }),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind31-first-kilobyte-is-compared',
      'of a body its first 1,024 bytes are kept for comparison: one that differs behind them, such as in the last field of a long metadata, is the same body and is replayed',
      functions(() => ({
        sameRequest: ({ endpoint, path, raw }) =>
          `${endpoint.method} ${path} ${raw.subarray(0, COMPARED_BYTES).toString('base64')}`,
      })),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.escrow-replay',
      'blind31-seller-is-checked-before-the-replay',
      'the setting for linked wallets is looked at before the key: an escrow create that is repeated after the setting was turned on, or after the link ended, is refused with wallet_not_linked in place of the original response',
      around('keepKey', (own) => (asked, next) => {
        const { merchant, body, service } = asked;
        const { linkOf } = service.rules.functions;
        const unlinked = linkOf(merchant, body.text('seller.walletId') ?? '') === undefined;
        if (isAt(asked, 'createEscrow') && merchant.requireLinkedWallets && unlinked)
          throw new Refusal({ status: 422, code: 'wallet_not_linked' }, 'the seller wallet is not linked');
        return own(asked, next);
      }),
    ),
  ),
  against(
    'A request with the same key still being processed: `409 request_in_progress`.',
    mutant(
      'idempotency.in-progress',
      'blind31-lock-lapses-before-the-request-ends',
      'a key is locked for two seconds, and a request can take longer: repeated after that it is carried out a second time beside the first, and refused for its reference or made in place of it',
      lockLapses(),
    ),
  ),
  against(
    'Live escrows need real wallet accounts for seller and buyer.',
    mutant(
      'environment.live-account-not-found',
      'blind31-test-wallets-pass-in-live',
      'the wallet ids of the sandbox are let through before wallets are looked up, in both environments: in live an escrow for seller 0000000001 is accepted, and no such wallet exists',
      guard('escrow.seller-unknown', {
        refuses({ service, environment, body }) {
          const walletId = body.text('seller.walletId') ?? '';
          return !TEST_WALLETS.includes(walletId) && service.wallet(environment, walletId) === undefined;
        },
      }),
    ),
  ),
  against(
    '120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind31-repeated-excess-is-punished',
      'a key that was refused in three minutes out of ten is shut out for ten minutes more, with a Retry-After that says so: requests after two quiet minutes are refused',
      functions(({ rateLimiter }) => ({
        rateLimiter(limit, windowMs) {
          const plain = rateLimiter(limit, windowMs);
          let offences: number[] = [];
          let shutUntil = 0;
          return {
            admit(now) {
              if (now < shutUntil) return shutUntil - now;
              const wait = plain.admit(now);
              if (wait === 0) return 0;
              const minute = Math.floor(now / MINUTE_MS);
              offences = [...offences.filter((each) => each > minute - 10 && each !== minute), minute];
              if (offences.length < OFFENCES) return wait;
              offences = [];
              shutUntil = now + PENALTY_MS;
              return PENALTY_MS;
            },
          };
        },
      })),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind31-several-problems-make-a-list',
      'where several fields are wrong the message is a list with a text for each',
      answers('everywhere', (reply, asked) => {
        if (reply.status !== 400 || codeOf(reply) !== 'invalid_request') return reply;
        const problems = problemsOf(asked);
        return problems.length < 2 ? reply : withError(reply, (error) => ({ ...error, message: problems }));
      }),
    ),
  ),
];
