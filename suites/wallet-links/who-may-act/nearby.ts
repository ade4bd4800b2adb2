import { type CheckContext, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import {
  LINKED_BALANCE,
  linkedBeside,
  linkedNearby,
  linkedRows,
  type Nearby,
  nearby,
  oneOf,
  ownBalance,
} from '../../support/nearby-wallets.ts';

// "403 unless the link is APPROVED": a link to this very wallet. A wallet with the holder, the balance or most digits of a linked wallet is
// another wallet, and only its own link counts.

interface Looks {
  /** The balance of the other wallet: without a link, with its own approved link, and after that link was revoked. */
  readonly without: Exchange;
  readonly approved: Exchange;
  readonly revoked: Exchange;
  /** The balance of the wallet that was linked first, at the same times. */
  readonly linked: readonly Exchange[];
}

async function looksAt(context: CheckContext, row: Nearby): Promise<Looks> {
  const { merchant, wallets } = context;
  const [linked, other] = await linkedBeside(context, row);
  const balanceOf = ({ walletId }: typeof other) => merchant.api.getWalletBalance(walletId);
  const of = [await balanceOf(linked)];
  const without = await balanceOf(other);
  const link = await wallets.approvedLink(merchant, other);
  const approved = await balanceOf(other);
  of.push(await balanceOf(linked));
  await merchant.api.deleteWalletLink(link.linkId);
  const revoked = await balanceOf(other);
  of.push(await balanceOf(linked));
  return { without, approved, revoked, linked: of };
}

const rows = nearby.map((row) => ({
  ...row,
  money: row.of({ walletId: '', holderName: '' }).balanceMinor ?? 0,
  looks: shared(`balances of a linked wallet and of one ${row.what}`, ['wallets'], (context) => looksAt(context, row)),
}));

for (const [id, when] of [
  ['wallet.balance-without-link', 'without'],
  ['wallet.balance-unapproved', 'revoked'],
] as const) {
  checks(
    id,
    rows,
    ({ what }) => `beside a linked wallet, one ${what}${when === 'revoked' ? ', whose link was revoked' : ''}: 403`,
    async (context, { looks }) => {
      const { [when]: answer } = await looks(context);

      expect(answer).toHaveStatus(403);
      expect(answer).toHaveErrorShape();
    },
    { needs: ['wallets'] },
  );
}

checks(
  'wallet.balance-when-approved',
  rows,
  ({ what }) =>
    `of a linked wallet, and of one ${what} when it is linked too: each has its own, until its own link ends`,
  async (context, { looks, money }) => {
    const { approved, linked } = await looks(context);

    expect(approved).toHaveStatus(200);
    expect(approved).toHaveField('availableMinor', money);
    for (const answer of linked) {
      expect(answer).toHaveStatus(200);
      expect(answer).toHaveField('availableMinor', LINKED_BALANCE);
    }
  },
  { needs: ['wallets'] },
);

checks(
  'wallet.balance-amount',
  linkedRows,
  ({ what }) => `of several wallets that have much in common ${what} shows its own money`,
  async (context, { at }) => {
    expect(oneOf((await linkedNearby(context)).balances, at)).toHaveField('availableMinor', ownBalance(at));
  },
  { needs: ['wallets'], drawn: 1 },
);
