/** Defects of creating wallet links, and of wallet balances. */
import type { Shown } from '../../reference/rules/rulebook.ts';
import { endpoint, guard, limits, omits, shows, withoutGuard } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const asking: readonly Mutant[] = [
  mutant(
    'wallet-link.created',
    'link-created-with-200',
    'a new link is answered with 200',
    endpoint('createWalletLink', { status: 200 }),
  ),
  ...(['linkId', 'linkRef', 'walletId', 'walletName'] as const).map((name) =>
    mutant(
      'wallet-link.created',
      `link-created-without-${name.toLowerCase()}`,
      `the create response has no ${name}`,
      omits('createWalletLink', name),
    ),
  ),
  mutant(
    'wallet-link.created',
    'link-created-in-lower-case',
    'the create response has status pending',
    shows('createWalletLink', (body) => ({ ...body, status: String(body.status).toLowerCase() })),
  ),
  mutant(
    'wallet-link.name-masked',
    'link-name-not-masked',
    "the create response shows the holder's full name",
    shows('createWalletLink', (body, { record }) => ({
      ...body,
      walletName: record?.kind === 'walletLink' ? record.holderName : null,
    })),
  ),
  mutant(
    'wallet-link.expires-at',
    'link-without-expires-at',
    'the create response has no expiresAt',
    omits('createWalletLink', 'expiresAt'),
  ),
  mutant(
    'wallet-link.expires-at',
    'link-expires-at-always-an-hour',
    'expiresAt is an hour away whatever was asked',
    shows('createWalletLink', (body, { record }) => ({
      ...body,
      expiresAt: new Date(Date.parse(record?.createdAt ?? '') + 3_600_000).toISOString(),
    })),
  ),
  mutant(
    'wallet-link.expires-at',
    'link-expires-at-in-seconds',
    'expiresAt is a number of seconds',
    shows('createWalletLink', (body) => ({
      ...body,
      expiresAt: Math.floor(Date.parse(String(body.expiresAt)) / 1_000),
    })),
  ),
  mutant(
    'wallet-link.known-ref',
    'link-known-ref-makes-another',
    'a known linkRef makes another link',
    endpoint('createWalletLink', { already: undefined }),
  ),
  mutant(
    'wallet-link.known-ref',
    'link-known-ref-with-201',
    'a known linkRef is answered with 201',
    alreadyWith({ status: 201 }),
  ),
  mutant(
    'wallet-link.known-ref',
    'link-known-ref-with-409',
    'a known linkRef is refused with 409',
    alreadyWith({ status: 409 }),
  ),
  mutant(
    'wallet-link.known-ref',
    'link-known-ref-without-body',
    'a known linkRef is answered with its id alone',
    alreadyWith({ shows: ({ record }: Shown) => ({ linkId: record?.id }) }),
  ),
  mutant(
    'wallet-link.five-per-hour',
    'link-four-per-hour',
    'the fifth link request within an hour is refused',
    limits({ linkRequests: 4 }),
  ),
  mutant(
    'wallet-link.sixth-refused',
    'link-six-per-hour',
    'a sixth link request within an hour is taken',
    limits({ linkRequests: 6 }),
  ),
  mutant(
    'wallet-link.sixth-refused',
    'link-requests-unlimited',
    'link requests are not limited',
    withoutGuard('link.too-many-requests'),
  ),
  mutant(
    'wallet-link.sixth-refused',
    'link-limit-for-all-wallets',
    'five link requests an hour are the limit for all wallets of a merchant together',
    guard('link.too-many-requests', { refuses: ({ merchant }) => merchant.links.size >= 5, retryAfter: undefined }),
  ),
  mutant(
    'wallet-link.limit-ends',
    'link-limit-for-two-hours',
    'link requests count for two hours',
    limits({ linkWindowSeconds: 7_200 }),
  ),
  mutant(
    'wallet-link.limit-ends',
    'link-limit-for-good',
    'link requests count for good',
    limits({ linkWindowSeconds: 1e9 }),
  ),
];

const balances: readonly Mutant[] = [
  ...(['availableMinor', 'heldMinor', 'currency'] as const).map((name) =>
    mutant(
      'wallet.balance-when-approved',
      `wallet-balance-without-${name.toLowerCase()}`,
      `the balance of a wallet has no ${name}`,
      omits('getWalletBalance', name),
    ),
  ),
  mutant(
    'wallet.balance-when-approved',
    'wallet-balance-as-text',
    'the balance of a wallet is text',
    shows('getWalletBalance', (body) => ({ ...body, availableMinor: String(body.availableMinor) })),
  ),
  mutant(
    'wallet.balance-when-approved',
    'wallet-balance-never-shown',
    'the balance is refused in spite of an approved link',
    guard('wallet-balance.not-approved', { refuses: () => true }),
  ),
  mutant(
    'wallet.balance-amount',
    'wallet-balance-in-naira',
    'the balance of a wallet is in naira',
    shows('getWalletBalance', (body) => ({ ...body, availableMinor: Math.floor(Number(body.availableMinor) / 100) })),
  ),
  mutant(
    'wallet.balance-amount',
    'wallet-balance-fields-swapped',
    'available and held money are swapped',
    shows('getWalletBalance', (body) => ({ ...body, availableMinor: body.heldMinor, heldMinor: body.availableMinor })),
  ),
  mutant(
    'wallet.balance-without-link',
    'wallet-balance-without-link',
    'the balance is shown where there never was a link',
    linkOf((link) => link === 'none'),
  ),
  mutant(
    'wallet.balance-without-link',
    'wallet-balance-without-link-with-404',
    'the balance without a link is refused with 404',
    guard('wallet-balance.not-approved', { status: 404 }),
  ),
  mutant(
    'wallet.balance-unapproved',
    'wallet-balance-of-pending-link',
    'a pending link opens the balance',
    linkOf((link) => link === 'PENDING'),
  ),
  mutant(
    'wallet.balance-unapproved',
    'wallet-balance-of-rejected-link',
    'a rejected link opens the balance',
    linkOf((link) => link === 'REJECTED'),
  ),
  mutant(
    'wallet.balance-unapproved',
    'wallet-balance-of-revoked-link',
    'a revoked link still opens the balance',
    linkOf((link) => link === 'REVOKED'),
  ),
  mutant(
    'wallet.balance-after-expiry',
    'wallet-balance-of-expired-link',
    'an expired link opens the balance',
    linkOf((link) => link === 'EXPIRED'),
  ),
  mutant(
    'wallet.balance-per-merchant',
    'wallet-balance-for-all',
    "another merchant's link opens the balance",
    guard('wallet-balance.not-approved', {
      refuses: ({ service, environment, params }) =>
        ![...environment.merchants.values()].some((merchant) =>
          service.rules.functions.linkOf(merchant, params.walletId ?? ''),
        ),
    }),
  ),
];

export const walletLinkMutants: readonly Mutant[] = [...asking, ...balances];

function alreadyWith(change: object): Change {
  return (rules) => {
    const { already } = rules.endpoints.find(({ name }) => name === 'createWalletLink') ?? {};
    return endpoint('createWalletLink', { already: already && { ...already, ...change } })(rules);
  };
}

/** The balance is also shown if the merchant's latest link to the wallet has a status that `opens` accepts (`none`: no link). */
function linkOf(opens: (status: string) => boolean): Change {
  return guard('wallet-balance.not-approved', {
    refuses: ({ service, merchant, params }) => {
      const { walletId = '' } = params;
      const last = [...merchant.links.values()].findLast((link) => link.walletId === walletId);
      return service.rules.functions.linkOf(merchant, walletId) === undefined && !opens(last?.status ?? 'none');
    },
  });
}
