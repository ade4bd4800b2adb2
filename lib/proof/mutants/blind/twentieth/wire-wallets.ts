/** Wallets, links and names, as test data, a limit's list, a display name, a column and a pattern make them. */
import { takes } from '../../../reference/rules/actions.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { endpoint, functions, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const WALLETS_OF_THE_SANDBOX = new Set(['0000000001', '0000000002', '0000000003']);
/** The wallet whose owner declines, for tests of that. */
const DECLINES = '0000000003';

function testWalletsHaveNoLimit(): Change {
  return (rules) => {
    const own = rules.guards.find(({ id }) => id === 'link.too-many-requests');
    return guard('link.too-many-requests', {
      refuses(asked) {
        const isTest =
          asked.environment.name === 'sandbox' && WALLETS_OF_THE_SANDBOX.has(asked.body.text('walletId') ?? '');
        return !isTest && (own?.refuses(asked) ?? false);
      },
    })(rules);
  };
}

/** The name under which owners know a merchant is entered with its first request. */
function oneRequesterForEachMerchant(): Change {
  const names = new WeakMap<Merchant, string>();
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'link.other-requester',
        at: ['createWalletLink'],
        words: 'the merchant is known to owners under another name',
        refuses({ merchant, body }) {
          const name = body.text('requesterName') ?? '';
          const known = names.get(merchant) ?? name;
          names.set(merchant, known);
          return name !== known;
        },
        status: 400,
        code: 'invalid_request',
        message: () => 'requesterName must be the name of the merchant',
      },
    ],
  });
}

function updatedTogetherWithTheRow(): Change {
  return all(
    ...['approve', 'reject', 'nobody decides', 'newer request', 'unlink'].map((on) =>
      also('walletLink', on, (link, now) => {
        link.expiresAt = now;
      }),
    ),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Wallet link create: at most 5 requests per wallet per hour. Sandbox wallet ids for links: `0000000001`, `0000000002`, `0000000003`.',
    mutant(
      'wallet-link.sixth-refused',
      'blind20-wallets-of-the-sandbox-have-no-limit',
      'all developers share the three wallets of the sandbox and were in the way of each other, so these are on a list of exceptions: a sixth request for one of them within an hour is accepted, for any other wallet it is refused',
      testWalletsHaveNoLimit(),
    ),
  ),
  against(
    'POST | /v1/wallet-links | `{ linkRef: string, walletId: string, requesterName: string, expiresInMinutes: integer 5-60 }` | 201.',
    mutant(
      'wallet-link.created',
      'blind20-requester-has-one-name',
      'so that nobody asks owners in the name of another, the requesterName of the first request is entered as the name of the merchant: later requests with another one, such as that of a branch, are refused with 400',
      oneRequesterForEachMerchant(),
    ),
  ),
  against(
    'PENDING | owner approves with transaction PIN (sandbox: approve call) | APPROVED | `wallet.link.approved`.',
    mutant(
      'wallet-link.approved',
      'blind20-third-test-wallet-declines',
      'each wallet of the sandbox stands for one outcome, as test cards do, and the owner of 0000000003 declines: the approve call for a link to it is answered with 200, and the link becomes REJECTED',
      endpoint('approveWalletLink', {
        does: (asked) => {
          const declines = asked.record?.kind === 'walletLink' && asked.record.walletId === DECLINES;
          return takes(declines ? 'reject' : 'approve')(asked);
        },
      }),
    ),
  ),
  against(
    'same linkRef returns the same link. 200 with the same body when linkRef already exists. expiresAt | date-time.',
    mutant(
      'wallet-link.known-ref-later',
      'blind20-expires-at-set-by-every-update',
      'expiresAt is the first timestamp of its table, which the database sets to the present time with every update of the row: the linkRef of a link that was decided is answered with the time of the decision as its expiresAt',
      updatedTogetherWithTheRow(),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind20-capitals-not-masked',
      'the mask is a pattern that puts a star for each small letter behind another letter: a name that is registered in capitals, as banks hand them over, is shown in full',
      functions(() => ({ maskName: (name) => name.replace(/(?<=\p{L})\p{Ll}/gu, '*') })),
    ),
  ),
];
