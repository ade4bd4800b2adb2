/** A service that finds, ends or counts a link, or sends its event, by something other than the link's own linkRef, wallet and time. */
import type { Merchant, WalletLink } from '../../../reference/rules/records.ts';
import type { Case, Endpoint } from '../../../reference/rules/rulebook.ts';
import { endpoint, event, guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, around, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';
import { opensAlso } from '../ways-of-access.ts';

type Already = NonNullable<Endpoint['already']>;

function already(change: (plain: Already) => Partial<Already>): Change {
  return (rules) => {
    const plain = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    if (plain === undefined) throw new Error('a link request looks for no known linkRef');
    return endpoint('createWalletLink', { already: { ...plain, ...change(plain) } })(rules);
  };
}

function linksOf({ merchant }: Pick<Case, 'merchant'>): WalletLink[] {
  return [...merchant.links.values()];
}

/** The links that a request is about: the one in its path, or that of its linkRef. */
function linkMeant({ endpoint: { name }, merchant, params, body }: Case): WalletLink | undefined {
  return name === 'createWalletLink'
    ? merchant.records.walletLink.get(body.text('linkRef') ?? '')
    : merchant.links.get(params.linkId ?? '');
}

/** No timer: a link is found to be over when somebody asks for it. */
const endsWhenAskedFor: Change = all(
  timer('walletLink', 'PENDING', null),
  onFire((fire, { clock }) => (record, on, details) => {
    if (record.kind === 'walletLink' && record.status === 'PENDING' && Date.parse(record.expiresAt) <= clock.now())
      fire(record, 'nobody decides');
    return fire(record, on, details);
  }),
  before('answerKnown', (asked, next) => {
    const link = linkMeant(asked);
    const { service } = asked;
    if (link?.status === 'PENDING' && Date.parse(link.expiresAt) <= service.clock.now())
      service.fire(link, 'nobody decides');
    return next();
  }),
);

/** What was open is open until the merchant unlinks. */
function remembersWhatIsOpen(): Change {
  const open = new WeakMap<Merchant, Set<string>>();
  return all(
    opensAlso(({ merchant, params }) => open.get(merchant)?.has(params.walletId ?? '') ?? false),
    answers('getWalletBalance', (reply, { merchant, params }) => {
      const wallets = open.get(merchant) ?? new Set();
      if (reply.status === 200) open.set(merchant, wallets.add(params.walletId ?? ''));
      return reply;
    }),
    before('act', ({ endpoint: { name }, merchant, record }, next) => {
      if (name === 'deleteWalletLink' && record?.kind === 'walletLink') open.get(merchant)?.delete(record.walletId);
      return next();
    }),
  );
}

/** Only the answer of the sandbox call is built together with its event. */
function maskedUnlessByCall(): Change {
  const byCall = new WeakSet<object>();
  return all(
    before('act', ({ endpoint: { name }, record }, next) => {
      if (name === 'approveWalletLink' && record !== undefined) byCall.add(record);
      return next();
    }),
    (rules) =>
      event('wallet.link.approved', (carried, record) =>
        byCall.has(record) ? carried : { ...carried, walletName: rules.functions.maskName(String(carried.walletName)) },
      )(rules),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'linkRef: Merchant-chosen reference; same linkRef returns the same link. 200 with the same body when linkRef already exists.',
    mutant(
      'wallet-link.known-ref',
      'blind14-link-ref-together-with-wallet',
      'the unique index is over linkRef and wallet: a linkRef that exists, sent with another walletId, makes a second link',
      already(() => ({
        finds: (asked) =>
          linksOf(asked).find(
            ({ reference, walletId }) =>
              reference === asked.body.text('linkRef') && walletId === asked.body.text('walletId'),
          ),
      })),
    ),
  ),
  against(
    'linkRef: Merchant-chosen reference; same linkRef returns the same link. (none) | POST /v1/wallet-links | new linkRef | PENDING.',
    mutant(
      'wallet-link.created',
      'blind14-link-ref-by-its-first-64',
      'the index over linkRef holds its first 64 characters: of two long ones that begin alike the second is answered with the link of the first',
      already(() => ({
        finds: (asked) => {
          const beginning = asked.body.text('linkRef')?.slice(0, 64);
          return linksOf(asked).find(({ reference }) => reference.slice(0, 64) === beginning);
        },
      })),
    ),
  ),
  against(
    'linkRef: same linkRef returns the same link. PENDING | nobody decides within expiresInMinutes | | EXPIRED.',
    mutant(
      'wallet-link.expires',
      'blind14-repeated-link-request-cancels-itself',
      'pending links of the wallet are cancelled before the linkRef is looked for: a request that is sent again is answered with its link, which has just been ended',
      before('answerKnown', (asked, next) => {
        const { endpoint: called, merchant, body, service } = asked;
        if (called.name !== 'createWalletLink' || !merchant.records.walletLink.has(body.text('linkRef') ?? ''))
          return next();
        for (const link of linksOf(asked))
          if (link.walletId === body.text('walletId') && link.status === 'PENDING') service.fire(link, 'newer request');
        return next();
      }),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour. Two fully separate environments exist, sandbox and live.',
    mutant(
      'wallet-link.five-per-hour',
      'blind14-link-requests-counted-over-both-environments',
      'link requests are counted under the wallet id alone, in one store for both environments: after five in sandbox the live wallet of that id takes none',
      guard('link.too-many-requests', {
        refuses({ service, body }) {
          const { limits } = service.rules;
          const since = service.clock.now() - limits.linkWindowSeconds * 1_000;
          const requests = Object.values(service.environments).flatMap(
            ({ wallets }) => wallets.get(body.text('walletId') ?? '')?.linkRequests ?? [],
          );
          return requests.filter((at) => at > since).length >= limits.linkRequests;
        },
      }),
    ),
  ),
  against(
    'APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED. DELETE /v1/wallet-links/{linkId}.',
    mutant(
      'wallet-link.approved-stays',
      'blind14-delete-revokes-all-of-the-wallet',
      'DELETE revokes by merchant and wallet: of two approved links to one wallet, under two linkRefs, the other one ends with it, without an event',
      around('act', (own) => async (asked, next) => {
        const reply = await own(asked, next);
        const { endpoint: called, record } = asked;
        if (called.name === 'deleteWalletLink' && record?.kind === 'walletLink')
          for (const link of linksOf(asked))
            if (link.walletId === record.walletId && link.status === 'APPROVED') link.status = 'REVOKED';
        return reply;
      }),
    ),
  ),
  against(
    '200 with the same body when linkRef already exists. walletName: Masked holder name on create.',
    mutant(
      'wallet-link.known-ref-later',
      'blind14-known-ref-with-the-registered-name',
      'the name is shown unmasked from the approval on: a request with the linkRef of an approved link is answered with the registered name, not with the body of its creation',
      already(({ shows }) => ({
        shows: (shown) => {
          const body = shows(shown) as object;
          const { record } = shown;
          return record?.kind === 'walletLink' && record.status === 'APPROVED'
            ? { ...body, walletName: record.holderName }
            : body;
        },
      })),
    ),
  ),
  against(
    'PENDING | nobody decides within expiresInMinutes | | EXPIRED | wallet.link.expired.',
    mutant(
      'webhook.link-expired',
      'blind14-link-ends-when-asked-for',
      'no timer ends a link: it is found to be over, and wallet.link.expired sent, when somebody asks for it; of one that nobody reads no event comes',
      endsWhenAskedFor,
    ),
  ),
  against(
    'GET /v1/wallets/{walletId}/balance: 403 unless the link is APPROVED. APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED.',
    mutant(
      'wallet.balance-unapproved',
      'blind14-open-balance-remembered',
      'that a wallet is open is remembered with the first balance that was read, and forgotten when the merchant unlinks: after the owner has unlinked, the balance is shown still',
      remembersWhatIsOpen(),
    ),
  ),
  against(
    'expiresAt: date-time. PENDING | nobody decides within expiresInMinutes | | EXPIRED.',
    mutant(
      'wallet-link.expires-at-agrees',
      'blind14-live-expiry-in-lagos-time',
      'the live servers run on the time of Lagos and write it with a Z: expiresAt is an hour after the end of the link',
      answers('createWalletLink', (reply, { environment }) => {
        if (environment.name !== 'live' || reply.status >= 400) return reply;
        const body = JSON.parse(reply.text) as { expiresAt: string };
        const expiresAt = new Date(Date.parse(body.expiresAt) + 3_600_000).toISOString();
        return { ...reply, text: JSON.stringify({ ...body, expiresAt }) };
      }),
    ),
  ),
  against(
    'walletName: Masked holder name on create; registered holder name in the `wallet.link.approved` event. PENDING | owner approves with transaction PIN (sandbox: approve call).',
    mutant(
      'webhook.link-approved-registered-name',
      'blind14-owner-approval-tells-the-masked-name',
      'the event of an approval by the owner is made from the body of the link, with the masked name; only that of the sandbox call has the registered one',
      maskedUnlessByCall(),
    ),
  ),
];
