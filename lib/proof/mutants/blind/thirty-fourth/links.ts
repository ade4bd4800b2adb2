/** Wallet links: times without a date or a zero, and links that are looked for among too few. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import type { Endpoint } from '../../../reference/rules/rulebook.ts';
import { endpoint, functions, shows, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';
import { untold } from './live.ts';

const PAGE = 20;
const KEPT_DAYS = 30;
const JOB_SECONDS = 30;
const LAGOS_MS = 3_600_000;

/** The day in Lagos. */
function dayOf(time: string): string {
  return new Date(Date.parse(time) + LAGOS_MS).toISOString().slice(0, 10);
}

/** Another way to find the link of a linkRef. */
function knownBy(find: (plain: NonNullable<Endpoint['already']>['finds']) => typeof plain): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (already === undefined) throw new Error('a known linkRef is not looked for');
    return endpoint('createWalletLink', { already: { ...already, finds: find(already.finds) } })(rules);
  };
}

/** Long digits as a number of double precision, which has no room for all of them. */
function asNumber(linkRef: string): string {
  return /^\d{16,}$/.test(linkRef) ? String(Number(linkRef)) : linkRef;
}

export const found: readonly BlindMutant[] = [
  against(
    'Request and response bodies are JSON. Timestamps are ISO 8601 date-times.',
    mutant(
      'wallet-link.expires-at',
      'blind34-hours-without-a-zero',
      'expiresAt is put together from its parts, the hour without a zero before it: from midnight to ten in the morning it is no ISO 8601 date-time, such as 2026-12-01T3:05:00.000Z',
      shows('createWalletLink', (body) => ({ ...body, expiresAt: String(body.expiresAt).replace('T0', 'T') })),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | `wallet.link.expired`',
    mutant(
      'wallet-link.expires',
      'blind34-end-is-a-time-of-day',
      'the end of a link is kept as a time of day in Lagos: where it is after midnight it is smaller than the time of the request, and the next run of the job, within half a minute, ends the link',
      timer('walletLink', 'PENDING', {
        after: ({ createdAt, expiresAt, expiresInMinutes }: WalletLink) =>
          dayOf(createdAt) === dayOf(expiresAt) ? expiresInMinutes * 60 : JOB_SECONDS,
      }),
    ),
  ),
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.created',
      'blind34-long-digits-lose-their-end',
      "a linkRef of digits passes through a number of double precision: of two users' 18-digit ids that differ in the last digit the second gets the link of the first",
      knownBy(() => ({ merchant, body }) => {
        const linkRef = asNumber(body.text('linkRef') ?? '');
        return [...merchant.records.walletLink.values()].find(({ reference }) => asNumber(reference) === linkRef);
      }),
    ),
  ),
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.known-ref-later',
      'blind34-ended-links-are-cleared-away',
      'links that have ended are cleared from the table of references after 30 days: the same linkRef then makes another link, for which its owner is asked anew',
      knownBy((plain) => (asked) => {
        const link = plain(asked);
        if (link === undefined || link.status === 'PENDING' || link.status === 'APPROVED') return link;
        return ageOf(link, asked.service) > KEPT_DAYS * DAY ? undefined : link;
      }),
    ),
  ),
  against(
    'GET | /v1/wallets/{walletId}/balance | none | 200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED',
    mutant(
      'wallet.balance-when-approved',
      'blind34-links-of-the-latest-page',
      "the link to a wallet is looked for in the merchant's list of links, of which the query returns the latest twenty: an approved link does not count any more when twenty newer ones have been asked for, also for other wallets",
      functions(() => ({
        linkOf: (merchant, walletId) =>
          [...merchant.links.values()]
            .slice(-PAGE)
            .find((link) => link.walletId === walletId && link.status === 'APPROVED'),
      })),
    ),
  ),
  against(
    'DELETE | /v1/wallet-links/{linkId} | none | Unlinks from the merchant side; fires `wallet.link.revoked`',
    mutant(
      'webhook.link-revoked',
      'blind34-old-links-end-in-silence',
      'what an event tells of a link is read from the request for it, which is kept for 30 days: when a link that is older is unlinked there is nothing to tell, and no wallet.link.revoked is sent',
      also('walletLink', 'unlink', ({ merchant, createdAt }, now) => {
        if (Date.parse(now) - Date.parse(createdAt) > KEPT_DAYS * DAY * 1_000) untold(merchant);
      }),
    ),
  ),
];
