/** Wallet links and the account check: equal and nearly equal references, names, and requests at once. */
import type { WalletLink } from '../../../reference/rules/records.ts';
import type { Case, Endpoint } from '../../../reference/rules/rulebook.ts';
import { endpoint, event, functions, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, escaped, onFire } from '../ways.ts';

const CONSENT_DAYS = 90;
const TRANSACTION_MS = 30;

type Already = NonNullable<Endpoint['already']>;

/** Another answer to a linkRef that is known. */
function known(change: (plain: Already) => Partial<Already>): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (already === undefined) throw new Error('a known linkRef has no answer of its own');
    return endpoint('createWalletLink', { already: { ...already, ...change(already) } })(rules);
  };
}

function consentLapses(): Change {
  const approvedAt = new WeakMap<WalletLink, number>();
  return all(
    also('walletLink', 'approve', (link, now) => void approvedAt.set(link, Date.parse(now))),
    (rules) => {
      const plain = rules.guards.find(({ id }) => id === 'wallet-balance.not-approved');
      const lapsed = ({ merchant, params, service }: Case) => {
        const link = service.rules.functions.linkOf(merchant, params.walletId ?? '');
        const since = link && approvedAt.get(link);
        return since !== undefined && service.clock.now() - since > CONSENT_DAYS * DAY * 1_000;
      };
      return guard('wallet-balance.not-approved', {
        refuses: (asked) => (plain?.refuses(asked) ?? false) || lapsed(asked),
      })(rules);
    },
  );
}

/** Which links are pending is read at the beginning of a request. */
function cancelsWhatItSaw(): Change {
  let seen: ReadonlySet<object> | null = null;
  return all(
    before('answerKnown', async (asked, next) => {
      if (!isAt(asked, 'createWalletLink')) return next();
      const present = new Set<object>(asked.merchant.links.values());
      await pause(TRANSACTION_MS);
      seen = present;
      try {
        return next();
      } finally {
        seen = null;
      }
    }),
    onFire(
      (fire) => (record, on, details) =>
        on === 'newer request' && seen !== null && !seen.has(record) ? false : fire(record, on, details),
    ),
  );
}

function requestsOfBothEnvironments({ service, body }: Case): number {
  const since = service.clock.now() - service.rules.limits.linkWindowSeconds * 1_000;
  const wallets = Object.values(service.environments).map(({ wallets }) => wallets.get(body.text('walletId') ?? ''));
  return wallets.flatMap((wallet) => wallet?.linkRequests.filter((at) => at > since) ?? []).length;
}

export const found: readonly BlindMutant[] = [
  against(
    'linkRef | string | Merchant-chosen reference; same linkRef returns the same link',
    mutant(
      'wallet-link.created',
      'blind30-link-ref-in-another-case-is-the-same',
      'a linkRef is looked up without regard to the case of its letters: a new one that differs from another in that alone gets the link of the other',
      known(({ finds }) => ({
        finds(asked) {
          const sent = asked.body.text('linkRef')?.toLowerCase();
          const alike = [...asked.merchant.records.walletLink.values()].find(
            ({ reference }) => reference.toLowerCase() === sent,
          );
          return finds(asked) ?? alike;
        },
      })),
    ),
  ),
  against(
    '200 with the same body when linkRef already exists',
    mutant(
      'wallet-link.known-ref',
      'blind30-link-ref-is-known-with-its-wallet-alone',
      'links are looked up by linkRef and wallet: a known linkRef that is sent with another wallet makes another link',
      known(({ finds }) => ({
        finds(asked) {
          const link = finds(asked);
          return link?.kind === 'walletLink' && link.walletId === asked.body.text('walletId') ? link : undefined;
        },
      })),
    ),
  ),
  against(
    '200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED',
    mutant(
      'wallet.balance-when-approved',
      'blind30-consent-to-the-balance-lapses',
      `${CONSENT_DAYS} days after the approval of a link the balance of its wallet is refused with 403, although the link is still APPROVED`,
      consentLapses(),
    ),
  ),
  against(
    'A newer request for the same wallet cancels the older pending one',
    mutant(
      'wallet-link.newer-cancels-older',
      'blind30-requests-at-once-do-not-see-each-other',
      'a link request cancels the links that were pending when it began: two requests at once for one wallet leave two pending links',
      cancelsWhatItSaw(),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour. Two fully separate environments exist, sandbox and live.',
    mutant(
      'wallet-link.five-per-hour',
      'blind30-link-requests-are-counted-over-both-environments',
      'link requests are counted by wallet id alone: those in live use up what the wallet of the same id may get in sandbox',
      guard('link.too-many-requests', {
        refuses: (asked) => requestsOfBothEnvironments(asked) >= asked.service.rules.limits.linkRequests,
      }),
    ),
  ),
  against(
    'walletName | string | Masked holder name on create; registered holder name in the `wallet.link.approved` event',
    mutant(
      'wallet-link.registered-name',
      'blind30-name-in-the-event-is-escaped',
      'the name in `wallet.link.approved` is escaped as for a web page: an apostrophe or an ampersand in it arrives as an entity',
      event('wallet.link.approved', (carried) => ({ ...carried, walletName: escaped(String(carried.walletName)) })),
    ),
  ),
  against(
    '`GET /v1/accounts/{walletId}` tells whether a wallet exists and returns a masked holder name.',
    mutant(
      'account.holder-name-masked',
      'blind30-short-names-are-not-masked',
      'the mask keeps three letters of each word: a name of short words, such as Ada Obi, is shown whole',
      functions(() => ({
        maskName: (name) =>
          name
            .trim()
            .split(/\s+/u)
            .map((word) => ([...word].length > 3 ? `${[...word].slice(0, 3).join('')}***` : word))
            .join(' '),
      })),
    ),
  ),
];
