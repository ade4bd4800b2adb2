import {
  type Capability,
  type CheckContext,
  type Duration,
  type Exchange,
  field,
  type Link,
  type Merchant,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { LIFE } from '../../wallet-links/states/deeds.ts';
import { linkExpires } from '../../wallet-links/support.ts';

// A new linkRef creates a PENDING link, however many links to the wallet there were before and however they ended: the only limit is "at most
// 5 requests per wallet per hour".

interface End {
  readonly needs: readonly Capability[];
  readonly waits?: Duration;
  come(context: CheckContext, as: Merchant, link: Link): Promise<unknown>;
}

const ends = {
  declined: { needs: [], come: ({ wallets }, as, link) => wallets.decide(as, link, 'reject') },
  'declined by the owner': {
    needs: ['wallet-owner'],
    come: ({ wallets }, as, link) => wallets.owner(as, link, 'reject'),
  },
  unlinked: {
    needs: [],
    async come({ wallets }, as, link) {
      await wallets.decide(as, link, 'approve');
      await as.api.deleteWalletLink(link.linkId);
    },
  },
  'unlinked by the owner': {
    needs: ['wallet-owner'],
    async come({ wallets }, as, link) {
      await wallets.owner(as, link, 'approve');
      await wallets.owner(as, link, 'unlink');
    },
  },
  'left undecided': {
    needs: [],
    waits: '6m',
    come: ({ time }) => linkExpires(time, LIFE),
  },
  approved: { needs: [], come: ({ wallets }, as, link) => wallets.decide(as, link, 'approve') },
  pending: { needs: [], come: async () => {} },
} as const satisfies Record<string, End>;

type Name = keyof typeof ends;

interface History {
  readonly what: string;
  readonly before: readonly Name[];
  /** The ends of links that are requested more than an hour before those of `before`. */
  readonly earlier?: readonly Name[];
  readonly by?: 'other';
}

const FOUR = 4;
const times = (name: Name, often = FOUR): readonly Name[] => Array.from({ length: often }, () => name);

const histories: readonly History[] = [
  ...(Object.keys(ends) as Name[]).map((name) => ({ what: `four that were ${name}`, before: times(name) })),
  { what: 'one of each end', before: ['left undecided', 'declined', 'unlinked', 'pending'] },
  {
    what: 'one of each end, in another order',
    before: ['approved', 'declined by the owner', 'declined', 'unlinked by the owner'],
  },
  {
    what: 'five that were declined, and four more an hour later',
    earlier: times('declined', 5),
    before: times('declined'),
  },
  { what: "another merchant's four that were declined", before: times('declined'), by: 'other' },
  { what: "another merchant's four that it unlinked", before: times('unlinked'), by: 'other' },
];

const OVER_AN_HOUR = 61 * 60;

export const askedOften = histories.map(({ what, before, earlier = [], by }) => {
  const all = [...earlier, ...before];
  const needs: Capability[] = [
    ...new Set<Capability>([
      'wallets',
      ...(by === undefined ? [] : ['other-merchant' as const]),
      ...all.flatMap((name) => ends[name].needs),
    ]),
  ];
  const waits: Duration | undefined = earlier.length > 0 ? '62m' : all.includes('left undecided') ? '24m' : undefined;
  const run = shared(`a link request after ${what}`, needs, async (context) => {
    const { merchant, wallets, time } = context;
    const as = by === undefined ? merchant : context.other;
    const wallet: Wallet = await wallets.make({ balanceMinor: 7_531 });
    /** The responses to all link requests but the first. */
    const asked: Exchange[] = [];
    const link = async (who: Merchant, expiresInMinutes: number): Promise<Link | null> => {
      const answer = await wallets.createLink(who, wallet, { expiresInMinutes });
      asked.push(answer);
      const [linkId, linkRef] = [String(field(answer.json, 'linkId')), String(field(answer.json, 'linkRef'))];
      return answer.status === 201 ? { linkId, linkRef, wallet, exchange: answer } : null;
    };
    for (const [at, name] of all.entries()) {
      if (at > 0 && at === earlier.length) await time.wait(OVER_AN_HOUR, 'a wallet takes link requests again');
      const minutes = name === 'left undecided' ? LIFE : 60;
      const made = at === 0 ? await wallets.link(as, wallet, { expiresInMinutes: minutes }) : await link(as, minutes);
      if (made === null) return { merchant, asked, last: null };
      await ends[name].come(context, as, made);
    }
    const made = await link(merchant, 60);
    if (made === null) return { merchant, asked, last: null };
    const { linkId } = made;
    const read = await merchant.api.getWalletLink(linkId);
    await merchant.api.approveWalletLink(linkId);
    const approved = await merchant.api.getWalletLink(linkId);
    const balance = await merchant.api.getWalletBalance(wallet.walletId);
    return { merchant, asked, last: { linkId, read, approved, balance } };
  });
  return { what, needs, waits, run };
});

export const optionsOf = ({ needs, waits }: (typeof askedOften)[number]) => ({
  needs,
  ...(waits !== undefined && { waits }),
});
