/** Caches and gateways that two environments share. */
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Reply } from '../../../reference/rules/requests.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Credentials that were found good are not looked up again for five minutes, at whichever address they come. */
function credentialsCached(): Change {
  const caches = new WeakMap<Service, Map<string, { merchant: Merchant; until: number }>>();
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      const cache = caches.get(service) ?? new Map<string, { merchant: Merchant; until: number }>();
      caches.set(service, cache);
      const name = `${header('authorization')} ${header('x-merchant-id')}`;
      const now = service.clock.now();
      const hit = cache.get(name);
      if (hit !== undefined && hit.until > now) return hit.merchant;
      const merchant = authenticate(service, environment, header);
      cache.set(name, { merchant, until: now + 5 * MINUTE_MS });
      return merchant;
    },
  }));
}

/** Answers about wallets that exist, for an hour, by the wallet's id alone. */
function accountsCached(): Change {
  const caches = new WeakMap<Service, Map<string, { reply: Reply; until: number }>>();
  return before('answerKnown', async (asked, next) => {
    if (!isAt(asked, 'getAccount')) return next();
    const { service, params } = asked;
    const cache = caches.get(service) ?? new Map<string, { reply: Reply; until: number }>();
    caches.set(service, cache);
    const { walletId = '' } = params;
    const now = service.clock.now();
    const hit = cache.get(walletId);
    if (hit !== undefined && hit.until > now) return hit.reply;
    const reply = await next();
    cache.set(walletId, { reply, until: now + HOUR_MS });
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind15-replays-before-keys-are-checked',
      'kept answers are looked up by merchant id and Idempotency-Key before the API key is checked: who repeats a POST with a key that was never issued is given the original response',
      letsIn((asked, refusal) => {
        const { merchant, environment, endpoint, header, service } = asked;
        if (refusal.status === service.rules.refusals.wrongEnvironment.status || !endpoint.idempotencyKey) return false;
        if (header('x-merchant-id') !== merchant.id || merchant.environment !== environment) return false;
        const kept = merchant.keys.get(header('idempotency-key') ?? '');
        return (
          kept !== undefined && kept.reply !== null && kept.fingerprint === service.rules.functions.sameRequest(asked)
        );
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. Two fully separate environments exist, sandbox and live.',
    mutant(
      'auth.unknown-merchant-refused',
      'blind15-live-gateway-takes-the-key-alone',
      'the gateway of the live environment knows the merchant by the key and does not read X-Merchant-Id: in live any merchant id will do, or none',
      letsIn((asked) => {
        const { merchant, environment } = asked;
        return environment.name === 'live' && environment.apiKeys.get(keyOf(asked)) === merchant;
      }),
    ),
  ),
  against(
    'A key used against the other environment gives `403 wrong_environment`. A key works only in its own environment.',
    mutant(
      'environment.live-key-in-sandbox',
      'blind15-credentials-cached-for-both-environments',
      'credentials that were found good are cached for five minutes, and both environments share the cache: a key that was used in its own environment just before works in the other one too',
      credentialsCached(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name. Two fully separate environments exist, sandbox and live.',
    mutant(
      'account.unknown-is-not-found',
      'blind15-account-answers-cached-for-both-environments',
      'answers of the account check are cached for an hour by the wallet id, and both environments share the cache: a wallet that was looked up in sandbox exists in live as well',
      accountsCached(),
    ),
  ),
];
