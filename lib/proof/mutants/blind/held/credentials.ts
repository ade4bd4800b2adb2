/** Keys that are compared as patterns, and paths that nobody guards. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
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

/** The router takes a slash at the end of a path, what guards the paths does not know it. */
function readsWithASlash(): Change {
  return all(
    (rules) => {
      const reads = rules.endpoints.filter(({ method }) => method === 'GET');
      return {
        ...rules,
        endpoints: [...rules.endpoints, ...reads.map((each) => ({ ...each, path: `${each.path}/` }))],
      };
    },
    letsIn(
      ({ path, endpoint, service }, { code }) =>
        endpoint.method === 'GET' && path.endsWith('/') && code === service.rules.decisions.unauthenticated.code,
    ),
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
      'blind13-slash-at-the-end-is-not-guarded',
      'what checks credentials has a list of exact paths, and the router also takes them with a slash at their end: GET /v1/balance/ with a merchant id and no key is answered with the balance of that merchant',
      readsWithASlash(),
    ),
  ),
];
