import {
  type Capability,
  type CheckContext,
  checks,
  type Duration,
  expect,
  type Link,
  NotExercised,
  of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { expectSameLink, has, linkBecomes, linkExpires, NOTICED, there } from '../support.ts';
import { LIFE } from './deeds.ts';
import type { Way } from './live-ways.ts';
import { ways } from './states.ts';

// "A newer request for the same wallet cancels the older pending one": an older link that is approved, rejected, expired or revoked is not
// pending, so it keeps its status whatever happens to the newer link.

export interface Newer {
  readonly what: string;
  /** What the newer link becomes by that, whatever the older one is, and the requirement of it. */
  readonly becomes: readonly [RequirementId, 'REJECTED' | 'EXPIRED' | 'APPROVED' | 'REVOKED'];
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  /** Brings the newer link to its end. */
  end(context: CheckContext, newer: Link): Promise<unknown>;
}

export const newers: readonly Newer[] = [
  {
    what: 'is rejected',
    becomes: ['wallet-link.rejected', 'REJECTED'],
    needs: [],
    end: ({ merchant }, { linkId }) => merchant.api.rejectWalletLink(linkId),
  },
  {
    what: 'is declined by its owner',
    becomes: ['wallet-link.decided-by-owner', 'REJECTED'],
    needs: ['wallet-owner'],
    end: ({ merchant, wallets }, newer) => wallets.owner(merchant, newer, 'reject'),
  },
  {
    what: 'expires',
    becomes: ['wallet-link.expires', 'EXPIRED'],
    needs: [],
    waits: '6m',
    end: ({ time }) => linkExpires(time, LIFE),
  },
  {
    what: 'is approved',
    becomes: ['wallet-link.approved', 'APPROVED'],
    needs: [],
    end: ({ merchant }, { linkId }) => merchant.api.approveWalletLink(linkId),
  },
  {
    what: 'is approved and unlinked',
    becomes: ['wallet-link.revoked', 'REVOKED'],
    needs: [],
    async end({ merchant }, { linkId }) {
      await merchant.api.approveWalletLink(linkId);
      await merchant.api.deleteWalletLink(linkId);
    },
  },
];

const stays = {
  APPROVED: 'wallet-link.approved-stays',
  REJECTED: 'wallet-link.rejected-is-final',
  EXPIRED: 'wallet-link.expired-is-final',
  REVOKED: 'wallet-link.revoked-is-final',
} as const;

/**
 * The older link once the newer one has ended, and the responses to a read of the wallet's balance and to the older link's repeated request.
 * These are three link requests for one wallet.
 */
async function lived(context: CheckContext, way: Way, newer: Newer) {
  const { merchant, wallets } = context;
  const wallet = await wallets.make({ balanceMinor: 4_321 });
  const older = await wallets.link(merchant, wallet, { expiresInMinutes: LIFE, requesterName: 'Harbour Books' });
  await way.lead(context, older);
  const reached = await linkBecomes(context, older.linkId, way.status, NOTICED);
  there(has(reached, way.status) || undefined, `a link that is ${way.way}`);
  // Where the newer link need not expire, its `expiresAt` differs clearly from the older one's.
  const next = await wallets.link(merchant, wallet, { expiresInMinutes: newer.waits === undefined ? 60 : LIFE });
  await newer.end(context, next);
  const ended = await linkBecomes(context, next.linkId, newer.becomes[1], NOTICED);
  if (way.status === 'APPROVED' && /^(APPROVED|REVOKED)$/.test(newer.becomes[1]) && has(ended, 'PENDING'))
    throw new NotExercised('whether a wallet may have two links of one merchant that are approved is not shown');
  return {
    older,
    ended,
    record: await merchant.api.getWalletLink(older.linkId),
    balance: await merchant.api.getWalletBalance(wallet.walletId),
    known: await wallets.createLink(merchant, wallet, JSON.parse(older.exchange.sent.body ?? '{}')),
  };
}

const rows = ways
  .filter(({ needs }) => !needs.includes('wallet-owner'))
  .flatMap((way) =>
    newers.map((newer) => {
      const needs: readonly Capability[] = [...way.needs, ...newer.needs];
      const words = `a link that is ${way.way}, and a newer one for its wallet that ${newer.what}`;
      const waits =
        newer.waits !== undefined && way.takes !== undefined ? ('12m' as const) : (newer.waits ?? way.takes);
      const life = shared(words, needs, (context) => lived(context, way, newer));
      return { words, way, newer, life, options: { needs, ...(waits !== undefined && { waits }), drawn: 1.5 } };
    }),
  );

checks(
  ({ way }) => stays[way.status],
  rows,
  ({ words, way }) => `${words}: it is ${way.status}`,
  async (context, { way, life }) => {
    expect((await life(context)).record).toHaveField('status', way.status);
  },
  ({ options }) => options,
);

checks(
  ({ newer }) => newer.becomes[0],
  rows,
  ({ words, newer }) => `${words}: the newer one is ${newer.becomes[1]}`,
  async (context, { newer, life }) => {
    expect((await life(context)).ended).toHaveField('status', newer.becomes[1]);
  },
  ({ options }) => options,
);

checks(
  'wallet-link.known-ref-later',
  rows,
  ({ words }) => `${words}: its linkRef gets it with 200`,
  async (context, { way, life }) => {
    const { known, older } = await life(context);

    expectSameLink(known, older.exchange);
    expect(of(known, 'status')).toBeOneOf(['PENDING', way.status]);
  },
  ({ options }) => options,
);

checks(
  'wallet.balance-when-approved',
  rows.filter(({ way }) => way.status === 'APPROVED'),
  ({ words }) => `${words}: the balance is open`,
  async (context, { life }) => {
    const { record, balance } = await life(context);
    // Whether the link is still approved is another requirement.
    if (!has(record, 'APPROVED')) throw new NotExercised('the link is not approved any more');

    expect(balance).toHaveStatus(200);
  },
  ({ options }) => options,
);
