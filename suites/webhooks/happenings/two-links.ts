import {
  type Capability,
  type CheckContext,
  type Duration,
  type EventKind,
  type Link,
  type Merchant,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import { LIFE } from '../../wallet-links/states/deeds.ts';
import { linkExpires } from '../../wallet-links/support.ts';
import { separate } from '../support.ts';

// Two merchants have links to one wallet, which are decided and ended in turn.

interface Party {
  readonly as: Merchant;
  readonly link: Link;
}

export interface Told {
  readonly party: Party;
  readonly event: EventKind;
}

interface Act {
  readonly what: string;
  readonly event: EventKind;
  readonly needs?: readonly Capability[];
  act(context: CheckContext, party: Party): Promise<unknown>;
}

const approves: Act = {
  what: 'approved',
  event: 'wallet.link.approved',
  act: ({ wallets }, { as, link }) => wallets.decide(as, link, 'approve'),
};
const rejects: Act = {
  what: 'rejected',
  event: 'wallet.link.rejected',
  act: ({ wallets }, { as, link }) => wallets.decide(as, link, 'reject'),
};
const deletes: Act = {
  what: 'deleted',
  event: 'wallet.link.revoked',
  act: (_, { as, link }) => as.api.deleteWalletLink(link.linkId),
};
const expires: Act = {
  what: 'left undecided',
  event: 'wallet.link.expired',
  act: ({ time }) => linkExpires(time, LIFE),
};
const byOwner = (what: string, decision: 'approve' | 'reject' | 'unlink', event: EventKind): Act => ({
  what: `${what} by the owner`,
  event,
  needs: ['wallet-owner'],
  act: ({ wallets }, { as, link }) => wallets.owner(as, link, decision),
});
const ownerApproves = byOwner('approved', 'approve', 'wallet.link.approved');
const ownerRejects = byOwner('declined', 'reject', 'wallet.link.rejected');
const ownerUnlinks = byOwner('unlinked', 'unlink', 'wallet.link.revoked');

/**
 * What happens to the link of the first merchant, then to that of the second. Whether a newer request of another merchant cancels a pending
 * link is not shown, so the first link is decided before the second one is requested.
 */
interface Life {
  readonly first: Act;
  readonly second: Act;
  /** What happens afterwards; 0: to the first link, 1: to the second. */
  readonly later: readonly (readonly [0 | 1, Act])[];
}

const lives: readonly Life[] = [
  {
    first: approves,
    second: approves,
    later: [
      [1, deletes],
      [0, deletes],
    ],
  },
  {
    first: approves,
    second: approves,
    later: [
      [0, deletes],
      [1, deletes],
    ],
  },
  {
    first: ownerApproves,
    second: ownerApproves,
    later: [
      [1, ownerUnlinks],
      [0, ownerUnlinks],
    ],
  },
  { first: rejects, second: rejects, later: [] },
  { first: ownerRejects, second: approves, later: [[1, ownerUnlinks]] },
  { first: expires, second: ownerRejects, later: [] },
  { first: approves, second: expires, later: [[0, ownerUnlinks]] },
];

export const twoLinks = lives.map(({ first, second, later }) => {
  const all: readonly (readonly [0 | 1, Act])[] = [[0, first], [1, second], ...later];
  const words = all.map(([at, { what }]) => `the ${at === 0 ? 'first' : 'second'} ${what}`).join(', ');
  const needs: Capability[] = ['wallets', 'other-merchant', 'webhooks', ...all.flatMap(([, act]) => act.needs ?? [])];
  const waits: Duration | undefined = all.some(([, act]) => act === expires) ? '6m' : undefined;
  const run = shared(`links of two merchants to one wallet: ${words}`, needs, async (context) => {
    const { merchant, other, wallets } = context;
    await bothListen(context);
    const wallet = await wallets.make();
    const told: Told[] = [];
    const parties: Party[] = [];
    for (const [at, { event, act }] of all) {
      const as = [merchant, other][at] ?? merchant;
      parties[at] ??= { as, link: await wallets.link(as, wallet, { expiresInMinutes: LIFE }) };
      const party = parties[at];
      await act(context, party);
      told.push({ party, event });
    }
    return told;
  });
  const isByOwner = all.every(([, { needs }]) => needs?.includes('wallet-owner'));
  return { words, needs, waits, run, isByOwner };
});

/** A step: both merchants receive webhooks, each at its own address. */
export async function bothListen({ merchant, other }: Pick<CheckContext, 'merchant' | 'other'>): Promise<void> {
  await merchant.present();
  await other.present();
  if (other.access.webhookSecret === null) throw new NotExercised('the other merchant has no webhook secret');
  separate(merchant.webhooks.path, other.webhooks.path);
}
