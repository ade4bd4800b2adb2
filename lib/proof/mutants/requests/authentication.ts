import { Refusal } from '../../reference/engine/refusal.ts';
import type { Merchant } from '../../reference/rules/records.ts';
import type { EndpointName } from '../../reference/rules/requests.ts';
import type { Rulebook } from '../../reference/rules/rulebook.ts';
import { functions } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { before, isAt, replyOf } from '../steps.ts';

interface Presented {
  /** The `Authorization` header; empty if it is missing. */
  readonly authorization: string;
  readonly merchantId: string | undefined;
  /** The merchant with this key, if there is one in this environment. */
  readonly byKey: Merchant | undefined;
  /** The merchant with this id, if there is one in this environment. */
  readonly byId: Merchant | undefined;
}

const isBearer = (authorization: string) => /^Bearer +\S+$/i.test(authorization);

export const authenticationMutants: readonly Mutant[] = [
  mutant(
    'auth.missing-key-refused',
    'no-key-needed',
    'the merchant id is enough',
    admits(({ authorization, byId }) => authorization === '' && byId),
  ),
  mutant(
    'auth.missing-key-refused',
    'key-without-scheme',
    'a key without Bearer is taken',
    admits(({ authorization, byId }) => authorization === byId?.apiKey && byId),
  ),
  mutant(
    'auth.missing-key-refused',
    'basic-scheme-taken',
    'Basic is taken as well',
    admits(({ authorization, byId }) => /^Basic /i.test(authorization) && byId),
  ),
  mutant(
    'auth.unknown-key-refused',
    'any-key-taken',
    'any key is taken',
    admits(({ authorization, byId }) => isBearer(authorization) && byId),
  ),
  mutant(
    'auth.unknown-key-refused',
    'longer-key-taken',
    'a key that only begins with the right one is taken',
    admits(
      ({ authorization, byId }) => byId !== undefined && authorization.startsWith(`Bearer ${byId.apiKey}`) && byId,
    ),
  ),
  mutant(
    'auth.missing-merchant-refused',
    'no-merchant-id-needed',
    'the key is enough',
    admits(({ merchantId, byKey }) => merchantId === undefined && byKey),
  ),
  mutant(
    'auth.unknown-merchant-refused',
    'any-merchant-id-taken',
    'a merchant id that nobody has is taken',
    admits(({ merchantId, byKey, byId }) => merchantId !== undefined && byId === undefined && byKey),
  ),
  mutant(
    'auth.other-merchants-id-refused',
    'other-merchants-id-taken',
    "another merchant's id is taken",
    admits(({ byKey, byId }) => byId !== undefined && byKey),
  ),
  mutant(
    'auth.refused-has-no-effect',
    'unknown-key-refused-too-late',
    'a create with an unknown key is refused after it was carried out',
    (rules) =>
      before('limitRate', async (asked, next) => {
        if (asked.header('authorization') === `Bearer ${asked.merchant.apiKey}`) return next();
        if (isAt(asked, 'createCheckout')) await replyOf(next);
        throw new Refusal(rules.decisions.unauthenticated, 'unknown key');
      })(admits(({ authorization, byId }) => isBearer(authorization) && byId)(rules)),
  ),
  mutant(
    'auth.every-endpoint-guarded',
    'bank-list-for-everybody',
    'the bank list needs no known key',
    unguarded('listBanks'),
  ),
  mutant(
    'auth.every-endpoint-guarded',
    'delete-link-for-everybody',
    'DELETE of a link needs no known key',
    unguarded('deleteWalletLink'),
  ),
  mutant(
    'auth.every-endpoint-guarded',
    'release-for-everybody',
    'release of an escrow needs no known key',
    unguarded('releaseEscrow'),
  ),
  mutant(
    'auth.every-endpoint-guarded',
    'sandbox-calls-for-everybody',
    'the sandbox calls need no known key',
    unguarded('approveWalletLink', 'rejectWalletLink'),
  ),
  mutant(
    'auth.sandbox-prefixes',
    'sandbox-keys-with-another-prefix',
    'sandbox keys start with sk_test_',
    prefixes('sandbox', { keyPrefix: 'sk_test_' }),
  ),
  mutant(
    'auth.sandbox-prefixes',
    'sandbox-ids-with-another-prefix',
    'sandbox merchant ids start with merchant_',
    prefixes('sandbox', { merchantPrefix: 'merchant_' }),
  ),
  mutant(
    'auth.sandbox-prefixes',
    'sandbox-keys-in-base64',
    'the console gives out sandbox keys as the store of secrets keeps them, in base64',
    prefixes('sandbox', { keyPrefix: Buffer.from('svc_test_sk_').toString('base64') }),
  ),
  mutant(
    'auth.live-prefixes',
    'live-ids-with-another-prefix',
    'live merchant ids start with mch_',
    prefixes('live', { merchantPrefix: 'mch_' }),
  ),
  mutant(
    'auth.live-prefixes',
    'live-keys-with-another-prefix',
    'live keys start with svc_sk_',
    prefixes('live', { keyPrefix: 'svc_sk_' }),
  ),
  mutant(
    'auth.live-prefixes',
    'live-ids-kept-from-sandbox',
    'a merchant that goes live keeps the form of its id from the sandbox, where it signed up',
    prefixes('live', { merchantPrefix: 'mch_test_' }),
  ),
];

/** Admits the merchant that `who` returns, if the reference would refuse the request. */
function admits(who: (presented: Presented) => Merchant | undefined | false): Change {
  return functions(({ authenticate }) => ({
    authenticate(service, environment, header) {
      try {
        return authenticate(service, environment, header);
      } catch (error) {
        const authorization = header('authorization') ?? '';
        const merchantId = header('x-merchant-id');
        const byKey = environment.apiKeys.get(authorization.replace(/^Bearer +/i, ''));
        const byId = environment.merchants.get(merchantId ?? '');
        const admitted = who({ authorization, merchantId, byKey, byId });
        if (admitted) return admitted;
        throw error;
      }
    },
  }));
}

/** Callers without a known key are admitted, but only at these endpoints. */
function unguarded(...at: readonly EndpointName[]): Change {
  return (rules) => {
    const check = before('limitRate', (asked, next) => {
      const known = asked.header('authorization') === `Bearer ${asked.merchant.apiKey}`;
      if (!known && !isAt(asked, at)) throw new Refusal(rules.decisions.unauthenticated, 'unknown key');
      return next();
    });
    return check(admits(({ authorization, byId }) => isBearer(authorization) && byId)(rules));
  };
}

function prefixes(name: 'sandbox' | 'live', change: { keyPrefix?: string; merchantPrefix?: string }): Change {
  return (rules: Rulebook) => ({
    ...rules,
    environments: { ...rules.environments, [name]: { ...rules.environments[name], ...change } },
  });
}
