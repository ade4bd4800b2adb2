import { type Happening, link, owner, renames, sandboxCall, unlinks } from './acts.ts';

const walletOwner = { sandbox: ['wallets', 'wallet-owner'], live: ['wallets', 'wallet-owner'] } as const;

/** Like `moneyHappenings`, for wallet links. */
export const linkHappenings: readonly Happening[] = [
  {
    kind: 'wallet.link.approved',
    what: 'a link is approved',
    sandbox: ['wallets'],
    live: null,
    begins: (actors) => link(actors),
    act: sandboxCall('approve'),
    async movesOn(actors, subject) {
      await unlinks(actors, subject);
      await renames(actors, subject);
    },
    others: ['wallet.link.revoked'],
  },
  {
    kind: 'wallet.link.approved',
    what: 'the owner approves a link',
    ...walletOwner,
    begins: (actors) => link(actors),
    act: owner('approve'),
    movesOn: renames,
    others: [],
  },
  {
    kind: 'wallet.link.rejected',
    what: 'a link is rejected',
    sandbox: ['wallets'],
    live: null,
    begins: (actors) => link(actors),
    act: sandboxCall('reject'),
    movesOn: renames,
    others: [],
  },
  {
    kind: 'wallet.link.rejected',
    what: 'the owner rejects a link',
    ...walletOwner,
    begins: (actors) => link(actors),
    act: owner('reject'),
    movesOn: renames,
    others: [],
  },
  {
    kind: 'wallet.link.expired',
    what: 'nobody decides about a link',
    sandbox: ['wallets', 'clock'],
    live: ['wallets', 'clock'],
    begins: (actors) => link(actors),
    after: 3_600,
    movesOn: renames,
    others: [],
  },
  {
    kind: 'wallet.link.revoked',
    what: 'the merchant unlinks a wallet',
    ...walletOwner,
    begins: (actors) => link(actors, true),
    act: unlinks,
    movesOn: renames,
    others: ['wallet.link.approved'],
  },
  {
    kind: 'wallet.link.revoked',
    what: 'the owner unlinks a wallet',
    ...walletOwner,
    begins: (actors) => link(actors, true),
    act: owner('unlink'),
    movesOn: renames,
    others: ['wallet.link.approved'],
  },
];
