/** Access and environments: a merchant id that is asked for once, and wallets that both environments have. */
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { keyOf, letsIn } from '../ways-of-access.ts';

function idAskedOnce(): Change {
  const known = new Set<string>();
  return all(
    functions(({ authenticate }) => ({
      authenticate(service, environment, header) {
        const merchant = authenticate(service, environment, header);
        known.add(merchant.apiKey);
        return merchant;
      },
    })),
    letsIn((asked) => asked.header('x-merchant-id') === undefined && known.has(keyOf(asked)) && isHere(asked)),
  );
}

function isHere(asked: Parameters<Parameters<typeof letsIn>[0]>[0]): boolean {
  return asked.environment.apiKeys.has(keyOf(asked));
}

export const found: readonly BlindMutant[] = [
  against(
    'Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`.',
    mutant(
      'auth.missing-merchant-refused',
      'blind26-merchant-id-is-asked-for-once',
      'a key that came with its merchant id is remembered with its merchant: from then on requests with the key and without `X-Merchant-Id` are let in',
      idAskedOnce(),
    ),
  ),
  against(
    'Live escrows need real wallet accounts for seller and buyer.',
    mutant(
      'environment.live-account-not-found',
      'blind26-test-wallets-are-in-live-too',
      'both environments are set up by one script, which makes the wallets 0000000001 to 0000000003: in live an escrow for one of these sellers is accepted, and its money goes to nobody',
      (rules) => ({
        ...rules,
        environments: {
          ...rules.environments,
          live: { ...rules.environments.live, wallets: rules.environments.sandbox.wallets },
        },
      }),
    ),
  ),
];
