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

// An approved link ends when it is unlinked, and by nothing else: another approval for its wallet, whoever asked for it, takes nothing
// from it, and each of several links is as good as one.

interface Party {
  readonly as: Merchant;
  readonly link: Link;
}

interface Group {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Who asks for a link to the wallet, one after the other. */
  who(context: CheckContext): readonly Merchant[];
  /** Whether the wallet of the later ones is the same. */
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

/** Links that were approved one after the other; with what each is afterwards, and the balance that it opens. */
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

/** Of these parties, the first of each wallet: what a later approval is answered with is not shown. */
export function firstOf<Of extends Party>(seen: readonly Of[]): Of[] {
  return seen.filter(({ link }, at) => seen.findIndex((each) => each.link.wallet === link.wallet) === at);
}

/** Those that are approved: that the first ones are is a requirement of its own. */
export function approvedOf<Of extends { record: Exchange }>(seen: readonly Of[]): Of[] {
  return seen.filter(({ record }) => field(record.json, 'status') === 'APPROVED');
}
