/** Credentials that are judged otherwise for some methods. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { credentialsRefused, keyOf, letsIn } from '../ways-of-access.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind4-longer-keys-cut-for-reads',
      'a GET compares as many characters of the key as keys have: one that goes on after them is let in',
      letsIn((asked) => {
        const { endpoint, header, merchant } = asked;
        const startsRight = keyOf(asked).startsWith(merchant.apiKey);
        return endpoint.method === 'GET' && startsRight && header('x-merchant-id') === merchant.id;
      }),
    ),
  ),
  against(
    'A key used against the other environment gives `403 wrong_environment`.',
    mutant(
      'environment.live-key-in-sandbox',
      'blind4-environment-not-told-on-delete',
      'a DELETE does not look at the environment of a key: one of the other environment is an unknown key',
      credentialsRefused(({ endpoint, service }, refusal) =>
        endpoint.method === 'DELETE' && refusal.code === 'wrong_environment'
          ? new Refusal(
              service.rules.decisions.unauthenticated,
              'the API key and the merchant id are not known together',
            )
          : refusal,
      ),
    ),
  ),
];
