/** Credentials that are looked up in another order, or among others. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'A key used against the other environment gives `403 wrong_environment`.',
    mutant(
      'environment.sandbox-key-in-live',
      'blind7-own-merchant-id-with-the-other-key',
      'the merchant is looked up first: a key of the other environment with a merchant id of this one is refused as an unknown key is',
      functions(({ authenticate }) => ({
        authenticate(service, environment, header) {
          const id = header('x-merchant-id') ?? '';
          const own = environment.merchants.get(id);
          if (own !== undefined && keyOf({ header }) !== own.apiKey)
            throw new Refusal(service.rules.decisions.unauthenticated, 'this is no key of the merchant');
          return authenticate(service, environment, header);
        },
      })),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind7-webhook-secret-is-a-key',
      'keys and webhook secrets stand in one table, and what kind of them it is is not asked: the webhook secret of a merchant is taken as its API key',
      letsIn(
        (asked) =>
          keyOf(asked) === asked.merchant.webhookSecret &&
          asked.header('x-merchant-id') === asked.merchant.id &&
          asked.merchant.environment === asked.environment,
      ),
    ),
  ),
];
