import { type CheckContext, checks, expect, type Link } from '../../../lib/interface/index.ts';

// A balance that was open and has been read is closed again with the end of its link, by whomever, and stays so beside a newer link until
// that one is approved.

const rows = [
  {
    what: 'its owner unlinks',
    needs: ['wallets', 'wallet-owner'],
    end: ({ wallets, merchant }: CheckContext, link: Link) => wallets.owner(merchant, link, 'unlink'),
  },
  {
    what: 'the merchant unlinks',
    needs: ['wallets'],
    end: ({ merchant }: CheckContext, { linkId }: Link) => merchant.api.deleteWalletLink(linkId),
  },
] as const;

checks(
  'wallet.balance-unapproved',
  rows,
  ({ what }) =>
    `a wallet whose balance was read until ${what}: closed then, and beside a newer link, pending or rejected`,
  async (context, { end }) => {
    const { merchant, wallets } = context;
    const wallet = await wallets.make({ balanceMinor: 8_642 });
    const link = await wallets.approvedLink(merchant, wallet);
    const look = () => merchant.api.getWalletBalance(wallet.walletId);
    await look();
    await end(context, link);
    const ended = await look();
    const newer = await wallets.link(merchant, wallet);
    const pending = await look();
    await wallets.decide(merchant, newer, 'reject');

    for (const [when, balance] of [
      ['at the end of its link', ended],
      ['while a newer link is pending', pending],
      ['when that was rejected', await look()],
    ] as const) {
      expect(balance, when).toHaveStatus(403);
      expect(balance, when).toHaveErrorShape();
    }
  },
  ({ needs }) => ({ needs, drawn: 1, alsoInLive: true }),
);

checks(
  ({ id }) => id,
  [
    {
      id: 'wallet.balance-without-link',
      what: 'never linked',
      lead: async () => {},
    },
    {
      id: 'wallet.balance-after-expiry',
      what: 'whose link has expired',
      async lead({ live, wallets, time }: CheckContext, wallet: Link['wallet']) {
        await wallets.link(live, wallet, { expiresInMinutes: 5 });
        await time.wait(6 * 60, 'a live wallet link expires');
      },
    },
  ] as const,
  ({ what }) => `live: a wallet ${what} shows nothing`,
  async (context, { lead }) => {
    const wallet = await context.wallets.make({ environment: 'live' });
    await lead(context, wallet);
    const balance = await context.live.api.getWalletBalance(wallet.walletId);

    expect(balance).toHaveStatus(403);
    expect(balance).toHaveErrorShape();
  },
  { needs: ['live', 'wallets'] },
);
