/** Wallet links and accounts: two merchants at one wallet, two links of one merchant, and names as they are registered. */
import type { Environment, Merchant } from '../../../reference/rules/records.ts';
import { addedTransition, endpoint, event, functions, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, onFire } from '../ways.ts';
import { otherMerchants } from '../ways-of-access.ts';
import { onTime, refusesAlso } from './timers.support.ts';

/** Ends what other merchants of this name have at the wallet. */
const consentByName = onFire((fire) => (record, on, details) => {
  const done = fire(record, on, details);
  if (!done || record.kind !== 'walletLink' || on !== 'unlink') return done;
  const { merchant } = record;
  for (const other of otherMerchants({ environment: merchant.environment, merchant }))
    for (const link of other.links.values())
      if (link.walletId === record.walletId && link.requesterName === record.requesterName) fire(link, 'unlink');
  return done;
});

function knownByRefAndWallet(): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (already === undefined) throw new Error('a known linkRef is not looked for');
    return endpoint('createWalletLink', {
      already: {
        ...already,
        finds(asked) {
          const link = already.finds(asked);
          return link?.kind === 'walletLink' && link.walletId === asked.body.text('walletId') ? link : undefined;
        },
      },
    })(rules);
  };
}

function openWallets(): Change {
  const open = new WeakMap<Merchant, Set<string>>();
  return all(
    also('walletLink', 'approve', ({ merchant, walletId }) => {
      open.set(merchant, (open.get(merchant) ?? new Set<string>()).add(walletId));
    }),
    also('walletLink', 'unlink', ({ merchant, walletId }) => {
      open.get(merchant)?.delete(walletId);
    }),
    functions(({ linkOf }) => ({
      linkOf: (merchant, walletId) => (open.get(merchant)?.has(walletId) ? linkOf(merchant, walletId) : undefined),
    })),
  );
}

function oneNoticeForAWallet(): Change {
  const noticed = new WeakMap<Environment, Set<string>>();
  return all(
    addedTransition('walletLink', { from: 'PENDING', on: 'noticed', to: 'EXPIRED', sends: null }),
    onTime('walletLink', 'PENDING', ({ merchant, walletId, expiresAt, status }, plain) => {
      if (status !== 'PENDING') return plain;
      const seen = noticed.get(merchant.environment) ?? new Set<string>();
      noticed.set(merchant.environment, seen);
      const notice = `${walletId} ${expiresAt.slice(0, 16)}`;
      if (seen.has(notice)) return 'noticed';
      seen.add(notice);
      return plain;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED | `wallet.link.revoked`',
    mutant(
      'wallet-link.other-merchant',
      'blind29-consent-by-name',
      'consent is kept by wallet and requesterName: when a link is unlinked, those that other merchants of the same name have to the wallet are revoked too',
      consentByName,
    ),
  ),
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.known-ref',
      'blind29-known-by-ref-and-wallet',
      'a link is looked for by linkRef and wallet together: the linkRef sent again with another wallet makes a second link',
      knownByRefAndWallet(),
    ),
  ),
  against(
    'Two fully separate environments exist, sandbox and live.',
    mutant(
      'wallet-link.five-per-hour',
      'blind29-one-count-of-requests-for-both-environments',
      'the requests of an hour are counted by wallet id in one place for both environments: what was asked for in live is missing from the five of the sandbox wallet with the same id',
      refusesAlso('link.too-many-requests', ({ service, body }) => {
        const { sandbox, live } = service.environments;
        const since = service.clock.now() - service.rules.limits.linkWindowSeconds * 1_000;
        const requests = [sandbox, live].flatMap(
          (each) => service.wallet(each, body.text('walletId') ?? '')?.linkRequests ?? [],
        );
        return requests.filter((at) => at > since).length >= service.rules.limits.linkRequests;
      }),
    ),
  ),
  against(
    '200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED',
    mutant(
      'wallet.balance-when-approved',
      'blind29-unlinking-one-closes-the-wallet',
      'which wallets are open to a merchant is kept in a set: unlinking one of two approved links takes the wallet out, and its balance is refused although the other is still approved',
      openWallets(),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`',
    mutant(
      'webhook.link-expired',
      'blind29-one-notice-for-a-wallet',
      'what expires is gathered by wallet and minute so that an owner is written to once: of the links of two merchants that end in one minute only the first has its event',
      oneNoticeForAWallet(),
    ),
  ),
  against(
    'walletName | string | Masked holder name on create; registered holder name in the `wallet.link.approved` event',
    mutant(
      'webhook.link-approved-registered-name',
      'blind29-capitals-at-the-beginnings-alone',
      'names are set for print, each word with one capital: `McArthur` and `de Souza` are not told as they are registered',
      event('wallet.link.approved', (carried) => ({
        ...carried,
        walletName: String(carried.walletName).replace(
          /\S+/g,
          (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
        ),
      })),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind29-linked-merchants-see-the-name',
      'who has an approved link has been told the name already, so the account check shows it in full to a merchant that is linked to the wallet',
      shows('getAccount', (body, { asked: { service, environment, merchant, params } }) => {
        const { walletId = '' } = params;
        const linked = service.rules.functions.linkOf(merchant, walletId) !== undefined;
        return linked ? { ...body, walletName: service.wallet(environment, walletId)?.holderName } : body;
      }),
    ),
  ),
];
