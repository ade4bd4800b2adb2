/** Credentials that are checked too late, or less for some requests. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenTurnedAway } from '../ways.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. Same key and same body: the original response is replayed.',
    mutant(
      'auth.refused-has-no-effect',
      'blind10-refusal-kept-under-key',
      "idempotency comes before authentication, by the merchant's id alone: a POST that is refused for its API key leaves the refusal under its Idempotency-Key, and the merchant's own request with that key is answered with it",
      whenTurnedAway((asked, code) => {
        const { endpoint, environment, header, service } = asked;
        const merchant = environment.merchants.get(header('x-merchant-id') ?? '');
        const key = header('idempotency-key') ?? '';
        const { decisions, functions } = service.rules;
        if (merchant === undefined || merchant.keys.has(key) || key === '') return;
        if (endpoint.idempotencyKey === undefined || code !== decisions.unauthenticated.code) return;
        merchant.keys.set(key, {
          fingerprint: functions.sameRequest(asked),
          reply: {
            status: decisions.unauthenticated.status,
            text: JSON.stringify({
              error: { code, message: 'the API key and the merchant id are not known together' },
            }),
          },
          until: service.clock.now() + decisions.keyRememberedSeconds * 1_000,
        });
      }),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`. Two fully separate environments exist. Each has its own merchants, keys and webhook secrets.',
    mutant(
      'auth.other-merchants-id-refused',
      'blind10-live-reads-by-key-alone',
      "in live a cache of keys serves what is only read, and the merchant's id is not compared there: a GET with one merchant's key and another merchant's id is answered",
      letsIn((asked) => {
        const { endpoint, environment, header } = asked;
        const known = environment.apiKeys.has(keyOf(asked));
        const other = environment.merchants.has(header('x-merchant-id') ?? '');
        return environment.name === 'live' && endpoint.method === 'GET' && known && other;
      }),
    ),
  ),
];
