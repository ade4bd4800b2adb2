import {
  Blocked,
  type CheckContext,
  check,
  checks,
  type Exchange,
  expect,
  type Link,
  type RequirementId,
  shared,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { LIFE } from '../states/deeds.ts';
import { linkExpires } from '../support.ts';

// Which merchant can read a balance: "403 unless the link is APPROVED", whatever other links to the wallet exist or existed.

type Context = CheckContext;

/** How a first link has ended before anything else is requested. */
const ends: Readonly<Record<string, (context: Context, wallet: Wallet) => Promise<unknown>>> = {
  revoked: async (context, wallet) => {
    const { linkId } = await context.wallets.approvedLink(context.merchant, wallet);
    await context.merchant.api.deleteWalletLink(linkId);
  },
  pending: ({ wallets, merchant }, wallet) => wallets.link(merchant, wallet, { expiresInMinutes: 60 }),
  rejected: async ({ wallets, merchant }, wallet) =>
    wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject'),
  expired: async ({ wallets, merchant, time }, wallet) => {
    await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
    await linkExpires(time, LIFE);
  },
  'never asked for': async () => {},
};

interface Look {
  readonly when: string;
  readonly id: RequirementId;
  /** The expected status of the balance request. */
  readonly due: 200 | 403;
}

/** After each step, who may read the balance and who may not. At most four link requests for one wallet. */
const looks = [
  { when: 'alone', id: 'wallet.balance-unapproved', due: 403 },
  { when: 'while it has an approved link to another wallet', id: 'wallet.balance-unapproved', due: 403 },
  { when: "while another merchant's link is approved", id: 'wallet.balance-per-merchant', due: 403 },
  { when: "asked for anew, beside another merchant's", id: 'wallet.balance-per-merchant', due: 403 },
  { when: "asked for anew, when another merchant's is revoked", id: 'wallet.balance-unapproved', due: 403 },
  { when: 'asked for anew and rejected', id: 'wallet.balance-unapproved', due: 403 },
  { when: 'asked for once more and approved', id: 'wallet.balance-when-approved', due: 200 },
  { when: 'approved in the end: the other merchant', id: 'wallet.balance-per-merchant', due: 403 },
  { when: 'approved in the end, and revoked', id: 'wallet.balance-unapproved', due: 403 },
] as const satisfies readonly Look[];

const histories = new Map(
  Object.entries(ends).map(([end, lead]) => [
    end,
    shared(`balances of a wallet whose link was ${end}`, ['wallets', 'other-merchant'], async (context) => {
      const { merchant, other, wallets } = context;
      const wallet = await wallets.make({ balanceMinor: 8_642 });
      const seen = new Map<string, Exchange>();
      const look = async (at: number, who = merchant) =>
        void seen.set(looks[at]?.when ?? '', await who.api.getWalletBalance(wallet.walletId));
      await lead(context, wallet);
      await look(0);
      await wallets.approvedLink(merchant, await wallets.make());
      await look(1);
      const theirs = await wallets.approvedLink(other, wallet);
      await look(2);
      const anew: Link = await wallets.link(merchant, wallet);
      await look(3);
      await other.api.deleteWalletLink(theirs.linkId);
      await look(4);
      await wallets.decide(merchant, anew, 'reject');
      await look(5);
      const last = await wallets.approvedLink(merchant, wallet);
      await look(6);
      await look(7, other);
      await merchant.api.deleteWalletLink(last.linkId);
      await look(8);
      return seen;
    }),
  ]),
);

checks(
  ({ look }) => look.id,
  looks.flatMap((look) => Object.keys(ends).map((end) => ({ end, look }))),
  ({ end, look }) => `a link ${end}; ${look.when}: ${look.due}`,
  async (context, { end, look }) => {
    const answer = (await histories.get(end)?.(context))?.get(look.when);
    if (answer === undefined) throw new Blocked('suite fault: no such look');

    expect(answer).toHaveStatus(look.due);
    if (look.due === 403) expect(answer).toHaveErrorShape();
  },
  ({ end }) => ({ needs: ['wallets', 'other-merchant'], ...(end === 'expired' && { waits: '6m' }) }),
);

check(
  'wallet.balance-unapproved',
  'when a newer request has cancelled a pending one, and was rejected itself',
  async ({ merchant, wallets }) => {
    const wallet = await wallets.make();
    const older = await wallets.link(merchant, wallet);
    const newer = await wallets.link(merchant, wallet);
    const pending = await merchant.api.getWalletBalance(wallet.walletId);
    await merchant.api.approveWalletLink(older.linkId);
    const cancelled = await merchant.api.getWalletBalance(wallet.walletId);
    await wallets.decide(merchant, newer, 'reject');

    expect(pending).toHaveStatus(403);
    expect(cancelled, 'after the older one, which is cancelled, was approved').toHaveStatus(403);
    expect(await merchant.api.getWalletBalance(wallet.walletId)).toHaveStatus(403);
  },
  { needs: ['wallets'] },
);
