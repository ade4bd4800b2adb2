import {
  type Capability,
  type CheckContext,
  type Exchange,
  field,
  type Link,
  type Merchant,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';

// An approved link ends only by unlinking: another approval for its wallet, by whichever merchant, does not affect it, and several links
// are all valid.

interface Party {
  readonly as: Merchant;
  readonly link: Link;
}

interface Group {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** The merchants that request a link to the wallet, one after another. */
  who(context: CheckContext): readonly Merchant[];
  /** Whether later links are to the same wallet. */
  readonly oneWallet: boolean;
}

const two: readonly Capability[] = ['other-merchant'];

const groups: readonly Group[] = [
  {
    what: 'of two merchants to one wallet',
    needs: two,
    oneWallet: true,
    who: ({ merchant, other }) => [merchant, other],
  },
  {
    what: 'of one merchant to one wallet',
    needs: [],
    oneWallet: true,
    who: ({ merchant }) => [merchant, merchant, merchant],
  },
  {
    what: 'of one merchant to three wallets',
    needs: [],
    oneWallet: false,
    who: ({ merchant }) => [merchant, merchant, merchant],
  },
  {
    what: 'of two merchants to one wallet, each of whom has two',
    needs: two,
    oneWallet: true,
    who: ({ merchant, other }) => [merchant, other, merchant, other],
  },
];

const approvals = [
  { by: 'the sandbox', needs: [], act: ({ as, link }: Party) => as.api.approveWalletLink(link.linkId) },
  {
    by: 'the owner',
    needs: ['wallet-owner'],
    act: ({ as, link }: Party, { wallets }: CheckContext) => wallets.owner(as, link, 'approve'),
  },
] as const;

/** Links that were approved one after another, with the final record of each and the balance that it gives access to. */
async function approved(context: CheckContext, group: Group, approval: (typeof approvals)[number]) {
  const { wallets } = context;
  const make = () => wallets.make({ balanceMinor: 8_642 });
  const first = await make();
  const parties: Party[] = [];
  for (const as of group.who(context)) {
    const wallet: Wallet = group.oneWallet || parties.length === 0 ? first : await make();
    const party = { as, link: await wallets.link(as, wallet) };
    await approval.act(party, context);
    parties.push(party);
  }
  const seen = [];
  for (const { as, link } of parties) {
    const record = await as.api.getWalletLink(link.linkId);
    const balance = await as.api.getWalletBalance(link.wallet.walletId);
    seen.push({ as, link, record, balance });
  }
  return seen;
}

export const severalApproved = groups.flatMap((group) =>
  approvals.map((approval) => {
    const words = `approved links ${group.what}, one after the other by ${approval.by}`;
    const needs: readonly Capability[] = ['wallets', ...group.needs, ...approval.needs];
    return { words, needs, run: shared(words, needs, (context) => approved(context, group, approval)) };
  }),
);

/** The first party of each wallet: the answer to a later approval is not shown. */
export function firstOf<Of extends Party>(seen: readonly Of[]): Of[] {
  return seen.filter(({ link }, at) => seen.findIndex((each) => each.link.wallet === link.wallet) === at);
}

/** The approved ones; that the first ones are approved is another requirement. */
export function approvedOf<Of extends { record: Exchange }>(seen: readonly Of[]): Of[] {
  return seen.filter(({ record }) => field(record.json, 'status') === 'APPROVED');
}
