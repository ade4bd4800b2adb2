/** Merchant ids that are looked at in part, or once. */
import type { Environment } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** How long a pair of key and merchant id that was found good is remembered, in milliseconds of the service's clock. */
const REMEMBERED_MS = 60_000;

function keyGivenIn(header: (name: string) => string | undefined): string {
  return /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
}

function remembersTheKeyAlone(): Change {
  const goodAt = new WeakMap<Environment, Map<string, number>>();
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      const key = keyGivenIn(header);
      const known = goodAt.get(environment) ?? new Map<string, number>();
      goodAt.set(environment, known);
      const merchant = environment.apiKeys.get(key);
      const at = known.get(key);
      if (merchant !== undefined && at !== undefined && service.clock.now() - at < REMEMBERED_MS) return merchant;
      const found = authenticate(service, environment, header);
      known.set(key, service.clock.now());
      return found;
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-merchant-refused',
      'blind12-merchant-id-by-its-beginning',
      'the merchant of the key is asked whether its id begins with the one that was sent: a merchant id of which the end is cut off is accepted',
      functions(({ authenticate }) => ({
        authenticate(service, environment, header) {
          const given = header('x-merchant-id') ?? '';
          const merchant = environment.apiKeys.get(keyGivenIn(header));
          const begins = given !== '' && merchant?.id.startsWith(given);
          return authenticate(service, environment, (name) =>
            name === 'x-merchant-id' && begins ? merchant?.id : header(name),
          );
        },
      })),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.other-merchants-id-refused',
      'blind12-good-key-remembered-without-its-merchant',
      'credentials that were found good are remembered for a minute by the key alone: soon after a good request the same key is accepted with the merchant id of another merchant, or with none',
      remembersTheKeyAlone(),
    ),
  ),
];
