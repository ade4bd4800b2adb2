import { Blocked, type CheckContext, type Exchange, shared, type Wallet } from '../../lib/interface/index.ts';

// A wallet is identified by its whole id and by nothing else: a wallet that has anything in common with a linked one is another wallet.

export const LINKED_BALANCE = 8_642;

export interface Nearby {
  readonly what: string;
  of(linked: Wallet): { walletId?: string; holderName?: string; balanceMinor?: number };
}

const changedAt = (id: string, at: number) => `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`;
const sameHolder = ({ holderName }: Wallet) => ({ holderName: holderName ?? '' });

export const nearby: readonly Nearby[] = [
  { what: 'of the same holder', of: sameHolder },
  {
    what: 'of the same holder, with as much money',
    of: (linked) => ({ ...sameHolder(linked), balanceMinor: LINKED_BALANCE }),
  },
  { what: 'of a name in capitals', of: ({ holderName }) => ({ holderName: (holderName ?? '').toUpperCase() }) },
  {
    what: 'of a name whose words are the other way round',
    of: ({ holderName }) => ({ holderName: (holderName ?? '').split(' ').toReversed().join(' ') }),
  },
  { what: 'with another last digit', of: ({ walletId }) => ({ walletId: changedAt(walletId, 9) }) },
  { what: 'with another first digit', of: ({ walletId }) => ({ walletId: changedAt(walletId, 0) }) },
  { what: 'with another digit in the middle', of: ({ walletId }) => ({ walletId: changedAt(walletId, 5) }) },
  { what: 'with its digits in reverse', of: ({ walletId }) => ({ walletId: [...walletId].toReversed().join('') }) },
  {
    what: 'whose number is the same in 32 bits',
    of: ({ walletId }) => ({ walletId: String(Number(walletId) - 2 ** 32).padStart(10, '0') }),
  },
];

/**
 * A step: a linked wallet with money, and an unlinked one that has this in common with it. In every second row of `nearby` the unlinked one is
 * made before the other is linked, else afterwards.
 */
export async function linkedBeside(context: CheckContext, { what, of }: Nearby): Promise<[Wallet, Wallet]> {
  const { merchant, wallets } = context;
  const linked = await wallets.make({ holderName: 'Adaeze Okonkwo', balanceMinor: LINKED_BALANCE });
  const make = () => wallets.make({ holderName: 'Bola Umeh', ...of(linked) });
  const early = nearby.findIndex((each) => each.what === what) % 2 === 0 ? await make() : null;
  await wallets.approvedLink(merchant, linked);
  return [linked, early ?? (await make())];
}

/** Of the nearby wallets these are the likeliest to be taken for the first one. */
const likeliest = [
  'of the same holder',
  'of a name in capitals',
  'with another last digit',
  'whose number is the same in 32 bits',
];

/** The first of them, and those beside it. */
export const linkedRows = [
  { what: 'the first of them', at: 0 },
  ...nearby
    .filter(({ what }) => likeliest.includes(what))
    .map(({ what, of }, at) => ({ what: `one ${what}`, of, at: at + 1 })),
];

/** Kobo. */
export const ownBalance = (at: number) => LINKED_BALANCE + at * 1_111;

/** Each of them with an approved link, and what its balance shows. */
export const linkedNearby = shared('wallets that have much in common', ['wallets'], async (context) => {
  const { merchant, wallets } = context;
  const first = await wallets.make({ holderName: 'Adaeze Okonkwo', balanceMinor: ownBalance(0) });
  const all = [first];
  for (const row of linkedRows)
    if ('of' in row)
      all.push(await wallets.make({ holderName: 'Bola Umeh', ...row.of(first), balanceMinor: ownBalance(row.at) }));
  for (const wallet of all) await wallets.approvedLink(merchant, wallet);
  const balances: Exchange[] = [];
  for (const { walletId } of all) balances.push(await merchant.api.getWalletBalance(walletId));
  return { merchant, all, balances };
});

export function oneOf<Of>(all: readonly Of[], at: number): Of {
  const one = all[at];
  if (one === undefined) throw new Blocked('suite fault: there is no such wallet');
  return one;
}
