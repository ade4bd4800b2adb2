import {
  type Capability,
  type CheckContext,
  field,
  type Link,
  type Merchant,
  NotExercised,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { linkBecomes } from '../../wallet-links/support.ts';

// Two approved links, one of which ends: the other stays approved, and "403 unless the link is APPROVED" keeps its wallet's balance
// accessible.

const BALANCE = 8_642;
/** Of the second wallet, where there are two. */
const OTHER_BALANCE = 9_753;

interface Pair {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** The merchant and the wallet of the second link. */
  second(context: CheckContext, first: Wallet): Promise<{ as: Merchant; wallet: Wallet }>;
}

const pairs: readonly Pair[] = [
  { what: 'of one wallet', needs: [], second: async ({ merchant }, wallet) => ({ as: merchant, wallet }) },
  {
    what: 'of two wallets of one holder',
    needs: [],
    second: async ({ merchant, wallets }, { holderName }) => ({
      as: merchant,
      wallet: await wallets.make({ holderName: holderName ?? 'Ada Obi', balanceMinor: OTHER_BALANCE }),
    }),
  },
  {
    what: 'of one wallet for two merchants',
    needs: ['other-merchant'],
    second: async ({ other }, wallet) => ({ as: other, wallet }),
  },
];

const ends = [
  {
    by: 'its merchant',
    id: 'wallet-link.revoked',
    told: 'webhook.link-revoked',
    needs: [],
    act: (_: CheckContext, as: Merchant, { linkId }: Link) => as.api.deleteWalletLink(linkId),
  },
  {
    by: 'its owner',
    id: 'wallet-link.revoked-by-owner',
    told: 'webhook.link-revoked-by-owner',
    needs: ['wallet-owner'],
    act: ({ wallets }: CheckContext, as: Merchant, link: Link) => wallets.owner(as, link, 'unlink'),
  },
] as const;

export const twoApproved = pairs.flatMap((pair) =>
  ends.flatMap((end) =>
    (['later', 'earlier'] as const).map((which) => {
      const words = `two approved links, ${pair.what}: the ${which} is unlinked by ${end.by}`;
      const needs: readonly Capability[] = ['wallets', ...pair.needs, ...end.needs];
      return {
        words,
        needs,
        id: end.id,
        told: end.told,
        run: shared(words, needs, (context) => unlinked(context, pair, end, which)),
      };
    }),
  ),
);

async function unlinked(context: CheckContext, pair: Pair, end: (typeof ends)[number], which: 'later' | 'earlier') {
  const { merchant, wallets } = context;
  const wallet = await wallets.make({ balanceMinor: BALANCE });
  const earlier = { as: merchant, link: await wallets.approvedLink(merchant, wallet) };
  const second = await pair.second(context, wallet);
  const asked = await wallets.link(second.as, second.wallet);
  // The answer to a second approval for one wallet is not shown.
  await second.as.api.approveWalletLink(asked.linkId);
  const later = { as: second.as, link: asked };
  const look = ({ as, link }: typeof later) => as.api.getWalletLink(link.linkId);
  for (const each of [earlier, later]) {
    if (field((await look(each)).json, 'status') !== 'APPROVED')
      throw new NotExercised(`two links ${pair.what} are not both approved here`);
  }
  const [gone, left] = which === 'later' ? [later, earlier] : [earlier, later];
  await end.act(context, gone.as, gone.link);
  return {
    unlinked: gone,
    gone: await linkBecomes({ merchant: gone.as, time: context.time }, gone.link.linkId, 'REVOKED'),
    left: await look(left),
    balance: await left.as.api.getWalletBalance(left.link.wallet.walletId),
    wallet: left.link.wallet,
    due: left.link.wallet === wallet ? BALANCE : OTHER_BALANCE,
    as: left.as,
  };
}
