/** Keys of which a part is looked at, and answers that come before any key is looked at. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

/** How long the gateway keeps a balance, in milliseconds of the service's clock. */
const KEPT_MS = 5_000;

function gatewayKeepsTheBalance(): Change {
  const readAt = new WeakMap<Merchant, number>();
  return all(
    letsIn((asked) => {
      const { endpoint, environment, header, service } = asked;
      const merchant = environment.merchants.get(header('x-merchant-id') ?? '');
      const read = merchant === undefined ? undefined : readAt.get(merchant);
      if (endpoint.name !== 'getBalance' || merchant === undefined || read === undefined) return false;
      if (service.clock.now() - read > KEPT_MS) return false;
      asked.merchant = merchant;
      return true;
    }),
    answers('getBalance', (reply, asked) => {
      const { merchant, service } = asked;
      if (reply.status === 200 && keyOf(asked) === merchant.apiKey) readAt.set(merchant, service.clock.now());
      return reply;
    }),
  );
}

/** Characters of an API key that its column holds. */
const COLUMN = 32;

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.every-endpoint-guarded',
      'blind11-kept-balance-needs-no-key',
      'the gateway keeps a balance for five seconds by the merchant id, in front of the authentication: soon after the merchant has read it, a request with that id and any key is answered with it',
      gatewayKeepsTheBalance(),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>`. Sandbox keys start `svc_test_sk_`; live keys start `svc_live_sk_`.',
    mutant(
      'auth.unknown-key-refused',
      'blind11-key-column-of-32',
      'keys are kept in a column of 32 characters and compared as it holds them: a key whose last four characters are others is taken for the key of the merchant',
      functions(({ authenticate }) => ({
        authenticate(service, environment, header) {
          const given = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
          if (given.length < COLUMN || environment.apiKeys.has(given))
            return authenticate(service, environment, header);
          const known = [...environment.apiKeys.keys()].find((key) => key.startsWith(given.slice(0, COLUMN)));
          return authenticate(service, environment, (name) =>
            name === 'authorization' && known !== undefined ? `Bearer ${known}` : header(name),
          );
        },
      })),
    ),
  ),
];
