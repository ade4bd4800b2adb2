import { type CheckContext, inLive, type Link, shared } from '../../../lib/interface/index.ts';
import { has, linkBecomes, NOTICED, there } from '../support.ts';
import { type Deed, LIFE, toldOf, tryAll } from './deeds.ts';
import { liveWays, type Way } from './live-ways.ts';

// Links, each brought into a state, after which everything that can be tried is tried.

async function approves({ merchant }: CheckContext, { linkId }: Link): Promise<void> {
  await merchant.api.approveWalletLink(linkId);
}

const approved = ['wallet.link.approved'];
const revoked = [...approved, 'wallet.link.revoked'];
const wallets = ['wallets'] as const;
const owner = ['wallets', 'wallet-owner'] as const;

export const ways: readonly Way[] = [
  { way: 'approved', status: 'APPROVED', needs: wallets, takes: undefined, events: approved, lead: approves },
  {
    way: 'rejected',
    status: 'REJECTED',
    needs: wallets,
    takes: undefined,
    events: ['wallet.link.rejected'],
    lead: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId),
  },
  {
    way: 'expired',
    status: 'EXPIRED',
    needs: wallets,
    takes: '5m',
    events: ['wallet.link.expired'],
    lead: ({ time }) => time.wait(LIFE * 60, 'a wallet link expires'),
  },
  {
    way: 'revoked by the merchant',
    status: 'REVOKED',
    needs: wallets,
    takes: undefined,
    events: revoked,
    async lead(context, link) {
      await approves(context, link);
      await context.merchant.api.deleteWalletLink(link.linkId);
    },
  },
  {
    way: 'approved by its owner',
    status: 'APPROVED',
    needs: owner,
    takes: undefined,
    events: approved,
    lead: (context, link) => context.wallets.owner(context.merchant, link, 'approve'),
  },
  {
    way: 'declined by its owner',
    status: 'REJECTED',
    needs: owner,
    takes: undefined,
    events: ['wallet.link.rejected'],
    lead: (context, link) => context.wallets.owner(context.merchant, link, 'reject'),
  },
  {
    way: 'revoked by its owner',
    status: 'REVOKED',
    needs: owner,
    takes: undefined,
    events: revoked,
    async lead(context, link) {
      await approves(context, link);
      await context.wallets.owner(context.merchant, link, 'unlink');
    },
  },
];

/** Attempts that change neither an approved link nor one in a final state. */
const neverApplies: readonly Deed[] = [
  'the sandbox approves',
  'the sandbox rejects',
  'the owner approves',
  'the owner declines',
  'the merchant asks again with its linkRef',
  'the merchant asks anew for its wallet',
  'its expiresInMinutes pass',
  'an hour passes',
];

export const everywhere: readonly Way[] = [...ways, ...liveWays];

export function triedWith({ status, live }: Way): readonly Deed[] {
  const tried = live ? neverApplies.filter((deed) => !deed.startsWith('the sandbox')) : neverApplies;
  return status === 'APPROVED' ? tried : ['the merchant deletes', 'the owner unlinks', ...tried];
}

/** A link in this state, all attempts on it afterwards, and what can be done with its wallet at the end. */
export const afterwards = new Map<string, ReturnType<typeof life>>(everywhere.map((way) => [way.way, life(way)]));

function life(way: Way) {
  return shared(`a link that is ${way.way}, and what is tried on it`, way.needs, async (own) => {
    const context = way.live ? inLive(own) : own;
    const { merchant, wallets } = context;
    const wallet = await wallets.make({ balanceMinor: 4_321 });
    const link = await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
    await way.lead(context, link);
    const reached = await linkBecomes(context, link.linkId, way.status, NOTICED);
    there(has(reached, way.status) || undefined, `a link that is ${way.way}`);
    const tried = await tryAll(context, link, triedWith(way));
    const told = toldOf(merchant, link.linkId);
    const balance = await merchant.api.getWalletBalance(wallet.walletId);
    if (way.status !== 'APPROVED') return { link, tried, told, balance, deletion: null, revoked: null };
    const deletion = await merchant.api.deleteWalletLink(link.linkId);
    return { link, tried, told, balance, deletion, revoked: await linkBecomes(context, link.linkId, 'REVOKED') };
  });
}

/** A link cancelled by a newer request, and all attempts on it while the newer one is pending. */
export const cancelled = shared('a link that a newer request has cancelled', ['wallets'], (context) =>
  followed(context, triedWithCancelled),
);

export const liveCancelled = shared(
  'a live link that a newer request has cancelled',
  ['live', 'wallets', 'wallet-owner'],
  (context) => followed(inLive(context), triedWithCancelledInLive),
);

async function followed(context: CheckContext, list: readonly Deed[]) {
  const { merchant, wallets } = context;
  const wallet = await wallets.make();
  const older = await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
  const newer = await wallets.link(merchant, wallet, { expiresInMinutes: 60 });
  const tried = await tryAll(context, older, list, newer);
  return { tried, told: toldOf(merchant, older.linkId), balance: await merchant.api.getWalletBalance(wallet.walletId) };
}

export const triedWithCancelled: readonly Deed[] = [
  'the sandbox approves',
  'the sandbox rejects',
  'the merchant deletes',
  'the owner approves',
  'the owner declines',
  'the owner unlinks',
  'the merchant asks again with its linkRef',
  'its expiresInMinutes pass',
];

export const triedWithCancelledInLive = triedWithCancelled.filter((deed) => !deed.startsWith('the sandbox'));
