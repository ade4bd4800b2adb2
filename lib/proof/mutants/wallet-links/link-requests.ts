/** Defects of link requests: ownership, how many are permitted, and which names they show. */
import type { Wallet, WalletLink } from '../../reference/rules/records.ts';
import type { Case, Endpoint } from '../../reference/rules/rulebook.ts';
import { endpoint, event, field, functions, guard, shows, withoutGuard } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, before, isAt, pause } from '../steps.ts';

const HOUR_MS = 3_600_000;

export const linkRequestMutants: readonly Mutant[] = [
  mutant(
    'wallet-link.wallet-id-digits',
    'link-wallet-id-of-any-form',
    'a wallet id may be of any form, and of no wallet',
    field('walletLink', 'walletId', { pattern: undefined }),
    withoutGuard('link.wallet-unknown'),
  ),
  mutant(
    'account.unknown-is-not-found',
    'account-unknown-has-a-name',
    'a wallet that does not exist is answered as one that does, under a name',
    withoutGuard('account.unknown'),
    shows('getAccount', (body) => ({ ...body, exists: true, walletName: body.walletName ?? 'U*** W***' })),
  ),
  mutant(
    'wallet-link.names-masked',
    'link-name-of-one-word-not-masked',
    'a name of one word is not masked',
    functions(({ maskName }) => ({ maskName: (name) => (/\s/u.test(name.trim()) ? maskName(name) : name) })),
  ),
  mutant(
    'wallet-link.registered-name',
    'link-registered-name-in-ascii',
    'the registered name loses its accents',
    event('wallet.link.approved', (carried) => ({
      ...carried,
      walletName: String(carried.walletName).normalize('NFD').replace(/\p{M}/gu, ''),
    })),
  ),
  mutant(
    'wallet-link.sixth-refused-over-decisions',
    'link-rejected-request-does-not-count',
    'a link request that was rejected does not count',
    before('act', (asked, next) => {
      if (isAt(asked, 'rejectWalletLink') && asked.record?.kind === 'walletLink')
        asked.service.wallet(asked.environment, asked.record.walletId)?.linkRequests.pop();
      return next();
    }),
  ),
  mutant(
    'wallet-link.limit-ends',
    'link-requests-counted-by-hour-of-the-day',
    'the counter of a wallet is named by the hour, such as 14, without its day, and never deleted: what was asked for in the same hour of earlier days counts',
    guard('link.too-many-requests', {
      refuses({ environment, body, service }) {
        const hour = Math.floor(service.clock.now() / HOUR_MS) % 24;
        const { linkRequests = [] } = service.wallet(environment, body.text('walletId') ?? '') ?? {};
        const counted = linkRequests.filter((at) => Math.floor(at / HOUR_MS) % 24 === hour);
        return counted.length >= service.rules.limits.linkRequests;
      },
      retryAfter: undefined,
    }),
  ),
  mutant(
    'wallet-link.sixth-refused-over-merchants',
    'link-requests-count-per-merchant',
    'of the requests for a wallet each merchant has five of its own',
    guard('link.too-many-requests', {
      refuses: (asked) => ownRecentRequests(asked) >= asked.service.rules.limits.linkRequests,
    }),
  ),
  mutant(
    'wallet-link.sixth-refused-over-merchants',
    'link-requests-of-others-count-while-open',
    "of other merchants' requests for a wallet those that a newer one cancelled do not count, nor those that expired",
    guard('link.too-many-requests', {
      refuses: (asked) => openOrOwnRequests(asked) >= asked.service.rules.limits.linkRequests,
    }),
  ),
  mutant(
    'wallet-link.five-at-once',
    'link-requests-counted-early',
    'some time lies between counting the link requests and making one',
    before('act', async (asked, next) => {
      const { already } = asked.endpoint;
      if (!isAt(asked, 'createWalletLink')) return next();
      await pause(200);
      const record = already?.finds(asked);
      return already && record
        ? { status: already.status, text: JSON.stringify(already.shows({ asked, record })) }
        : next();
    }),
  ),
  mutant(
    'wallet-link.five-at-once',
    'link-requests-uncounted-while-locked',
    'a link request that finds the count of its wallet locked goes on without being counted',
    goesOnWithoutTheCount(),
  ),
  mutant(
    'wallet-link.one-of-a-ref',
    'link-ref-looked-up-early',
    'some time lies between looking for the linkRef and using it',
    before('checkGuards', async (asked, next) => {
      if (isAt(asked, 'createWalletLink')) await pause(200);
      return next();
    }),
  ),
  mutant(
    'wallet-link.one-of-a-ref',
    'link-not-inserted-but-shown',
    'of link requests at once with one linkRef the first is kept, the others are ignored, and each answer shows the link that it meant to insert',
    showsWhatItMeant(),
  ),
  mutant(
    'wallet-link.refused-has-no-effect',
    'link-sixth-request-cancels',
    'a sixth link request, which is refused, cancels the pending link',
    answers('createWalletLink', (reply, { merchant, body, service }) => {
      if (reply.status === 429)
        for (const link of merchant.links.values())
          if (link.walletId === body.text('walletId')) service.fire(link, 'newer request');
      return reply;
    }),
  ),
  mutant(
    'wallet-link.known-ref-later',
    'link-ref-free-after-rejection',
    'the linkRef of a rejected link makes another link',
    known(({ merchant, body }) => {
      const link = merchant.records.walletLink.get(body.text('linkRef') ?? '');
      return link?.status === 'REJECTED' ? undefined : link;
    }),
  ),
  mutant(
    'wallet-link.ref-per-merchant',
    'link-ref-for-all-merchants',
    "another merchant's linkRef is known",
    known(({ environment, body }) =>
      [...environment.merchants.values()]
        .map(({ records }) => records.walletLink.get(body.text('linkRef') ?? ''))
        .find((link) => link !== undefined),
    ),
  ),
  mutant(
    'wallet-link.asked-anew',
    'link-rejected-once-for-all',
    'a new request for a wallet whose link was rejected is answered with that link',
    known(
      ({ merchant, body }) =>
        merchant.records.walletLink.get(body.text('linkRef') ?? '') ??
        [...merchant.links.values()].find(
          ({ walletId, status }) => walletId === body.text('walletId') && status === 'REJECTED',
        ),
    ),
  ),
];

function known(finds: NonNullable<Endpoint['already']>['finds']): Change {
  return (rules) => {
    const already = rules.endpoints.find(({ name }) => name === 'createWalletLink')?.already;
    return endpoint('createWalletLink', { already: already && { ...already, finds } })(rules);
  };
}

function ownRecentRequests(asked: Case): number {
  return recentRequests(asked).filter(({ merchant }) => merchant === asked.merchant).length;
}

function openOrOwnRequests(asked: Case): number {
  return recentRequests(asked).filter(({ merchant, status }) => merchant === asked.merchant || status !== 'EXPIRED')
    .length;
}

function recentRequests({ environment, body, service }: Case): WalletLink[] {
  const since = service.clock.now() - service.rules.limits.linkWindowSeconds * 1_000;
  return [...environment.merchants.values()]
    .flatMap(({ links }) => [...links.values()])
    .filter(({ walletId, createdAt }) => walletId === body.text('walletId') && Date.parse(createdAt) > since);
}

function goesOnWithoutTheCount(): Change {
  const locked = new Set<Wallet>();
  const uncounted = new WeakSet<Case>();
  return (rules) => {
    const { refuses } = rules.guards.find(({ id }) => id === 'link.too-many-requests') ?? { refuses: () => false };
    return guard('link.too-many-requests', { refuses: (asked) => !uncounted.has(asked) && refuses(asked) })(
      before('answerKnown', async (asked, next) => {
        const wallet = asked.service.wallet(asked.environment, asked.body.text('walletId') ?? '');
        if (!isAt(asked, 'createWalletLink') || wallet === undefined) return next();
        if (locked.has(wallet)) {
          uncounted.add(asked);
          return next();
        }
        locked.add(wallet);
        await pause(200);
        locked.delete(wallet);
        return next();
      })(rules),
    );
  };
}

function showsWhatItMeant(): Change {
  return before('answerKnown', async (asked, next) => {
    const { endpoint, merchant, body, service } = asked;
    const kept = () => merchant.records.walletLink.get(body.text('linkRef') ?? '');
    if (!isAt(asked, 'createWalletLink') || kept() !== undefined) return next();
    await pause(200);
    const link = kept();
    if (link === undefined) return next();
    const meant = { ...link, id: service.newId('wl_') };
    return { status: endpoint.status, text: JSON.stringify(endpoint.shows({ asked, record: meant })) };
  });
}
