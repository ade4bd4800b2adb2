/** Access and limits: refusals that count as failed logins, a limit that closes more than it is about, and the type of a body that is not there. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenRefused } from '../ways.ts';
import { keyOf } from '../ways-of-access.ts';

const MINUTE_MS = 60_000;
const FAILED_LOGINS = 5;

function wrongEnvironmentIsAFailedLogin(): Change {
  const failures = new WeakMap<Service, Map<string, number[]>>();
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      try {
        return authenticate(service, environment, header);
      } catch (error) {
        const { refusals } = service.rules;
        if (!(error instanceof Refusal) || error.code !== refusals.wrongEnvironment.code) throw error;
        const now = service.clock.now();
        const ofAll = failures.get(service) ?? new Map<string, number[]>();
        failures.set(service, ofAll);
        const recent = (ofAll.get(keyOf({ header })) ?? []).filter((at) => at > now - MINUTE_MS);
        ofAll.set(keyOf({ header }), [...recent, now]);
        if (recent.length < FAILED_LOGINS) throw error;
        throw new Refusal(refusals.rateLimited, 'too many failed attempts', { 'retry-after': '60' });
      }
    },
  }));
}

function linkLimitClosesTheKey(): Change {
  const closedUntil = new WeakMap<Merchant, number>();
  return all(
    whenRefused('createWalletLink', ({ merchant, service }, { code }) => {
      if (code === 'too_many_link_requests') closedUntil.set(merchant, service.clock.now() + MINUTE_MS);
    }),
    before('limitRate', ({ merchant, service }, next) => {
      const left = (closedUntil.get(merchant) ?? 0) - service.clock.now();
      if (left <= 0) return next();
      throw new Refusal(service.rules.refusals.rateLimited, 'too many requests', {
        'retry-after': String(Math.ceil(left / 1_000)),
      });
    }),
  );
}

function typeWantsABody(): Change {
  return before('readBody', ({ endpoint, header, raw, service }, next) => {
    const type = (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (endpoint.method !== 'GET' && raw.length === 0 && type === 'application/json')
      throw new Refusal(
        service.rules.refusals.invalid,
        "Body cannot be empty when content-type is set to 'application/json'",
      );
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'A key used against the other environment gives `403 wrong_environment`. 120 requests per minute per API key; then 429 `rate_limited`.',
    mutant(
      'environment.live-key-in-sandbox',
      'blind21-wrong-environment-is-a-failed-login',
      'what keeps guessers out counts a key of the other environment as a failed login: from the sixth such request within a minute on the answer is 429 rate_limited and not 403 wrong_environment',
      wrongEnvironmentIsAFailedLogin(),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429. Wallet link requests | 5 per wallet per hour.',
    mutant(
      'rate-limit.steady-pace-passes',
      'blind21-limit-of-links-closes-the-key',
      'both limits are rules of one limiter, and who breaks any rule waits a minute: after a sixth link request for a wallet within an hour every request of that API key is refused with 429 rate_limited for a minute',
      linkLimitClosesTheKey(),
    ),
  ),
  against(
    'POST | /v1/escrows/{reference}/release | none | 200 escrow. DELETE | /v1/wallet-links/{linkId} | none.',
    mutant(
      'escrow.released',
      'blind21-json-type-wants-a-body',
      'the framework reads a body wherever the type of one is given, and an empty one is no JSON: a release, cancel or full refund, a DELETE and a sandbox decision that come with Content-Type application/json and without a body are refused with 400',
      typeWantsABody(),
    ),
  ),
];
