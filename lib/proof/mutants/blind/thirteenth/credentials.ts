/** Keys that are compared as patterns, and paths that nobody guards. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { letsIn } from '../ways-of-access.ts';

/** As SQL compares with LIKE: an underscore is any character, a per cent sign any text. */
function like(pattern: string): RegExp {
  const parts = [...pattern].map((sign) => {
    if (sign === '_') return '.';
    return sign === '%' ? '.*' : sign.replace(/[^A-Za-z0-9]/, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

function keysLookedUpWithLike(): Change {
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      try {
        return authenticate(service, environment, header);
      } catch (error) {
        const merchant = environment.merchants.get(header('x-merchant-id') ?? '');
        const foreign = error instanceof Refusal && error.code === service.rules.refusals.wrongEnvironment.code;
        const key = /^Bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? '';
        if (foreign || merchant === undefined || !like(key).test(merchant.apiKey)) throw error;
        return merchant;
      }
    },
  }));
}

/** What guards the paths knows the signs of references; the router decodes a path before it looks at it. */
function encodedPathsLetIn(): Change {
  return letsIn(
    ({ path, endpoint, service }, { code }) =>
      endpoint.method === 'GET' && path.includes('%') && code === service.rules.decisions.unauthenticated.code,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.unknown-key-refused',
      'blind13-key-compared-with-like',
      'the key of a merchant is looked up with LIKE: an underscore in place of a character of it is let in, and so is a per cent sign in place of the rest',
      keysLookedUpWithLike(),
    ),
  ),
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.every-endpoint-guarded',
      'blind13-encoded-paths-are-not-guarded',
      'what checks credentials has patterns of the paths, with the signs of a reference as they are, and the router decodes a path before: GET of a record whose reference is percent-encoded, in one sign or more, is answered without a key',
      encodedPathsLetIn(),
    ),
  ),
];
