import type { Capability, CheckContext, Wallet } from '../../../lib/interface/index.ts';
import { linkExpires } from '../../wallet-links/support.ts';

/** Histories of links to a seller's wallet, after none of which this merchant has an approved link to this wallet. */
export interface Lack {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly waits?: '5m';
  lead(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

const own: readonly Lack[] = [
  {
    what: 'whose link was rejected',
    needs: [],
    async lead({ merchant, wallets }, wallet) {
      await wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject');
    },
  },
  {
    what: 'that another merchant has linked',
    needs: ['other-merchant'],
    lead: ({ other, wallets }, wallet) => wallets.approvedLink(other, wallet),
  },
  {
    what: 'of somebody whose other wallet is linked',
    needs: [],
    lead: async ({ merchant, wallets }, { holderName }) =>
      wallets.approvedLink(merchant, await wallets.make({ holderName: holderName ?? 'Ada Obi' })),
  },
  {
    what: 'whose link a newer request has cancelled',
    needs: [],
    async lead({ merchant, wallets }, wallet) {
      const older = await wallets.link(merchant, wallet);
      await wallets.link(merchant, wallet);
      await merchant.api.approveWalletLink(older.linkId);
    },
  },
  {
    what: 'that the merchant itself has unlinked while a newer request waits',
    needs: [],
    async lead({ merchant, wallets }, wallet) {
      const older = await wallets.approvedLink(merchant, wallet);
      await wallets.link(merchant, wallet);
      await merchant.api.deleteWalletLink(older.linkId);
    },
  },
  {
    what: 'that its owner has unlinked',
    needs: ['wallet-owner'],
    async lead({ merchant, wallets }, wallet) {
      await wallets.owner(merchant, await wallets.approvedLink(merchant, wallet), 'unlink');
    },
  },
  {
    what: 'whose owner has declined',
    needs: ['wallet-owner'],
    async lead({ merchant, wallets }, wallet) {
      await wallets.owner(merchant, await wallets.link(merchant, wallet), 'reject');
    },
  },
  {
    what: 'whose link has expired',
    needs: [],
    waits: '5m',
    async lead({ merchant, wallets, time }, wallet) {
      await wallets.link(merchant, wallet, { expiresInMinutes: 5 });
      await linkExpires(time);
    },
  },
];

/** Another merchant's approved link does not count, whatever has happened to this merchant's own. */
const besideAnothers: readonly Lack[] = [
  {
    what: 'whose link is pending',
    needs: [],
    lead: ({ merchant, wallets }: CheckContext, wallet: Wallet) => wallets.link(merchant, wallet),
  },
  {
    what: 'that the merchant itself has unlinked',
    needs: [],
    async lead({ merchant, wallets }: CheckContext, wallet: Wallet) {
      await merchant.api.deleteWalletLink((await wallets.approvedLink(merchant, wallet)).linkId);
    },
  },
  ...own.filter(({ needs }) => !needs.includes('other-merchant')),
].map(({ what, needs, lead, ...rest }) => ({
  ...rest,
  what: `that another merchant has linked, and ${what}`,
  needs: [...needs, 'other-merchant'],
  async lead(context, wallet) {
    await context.wallets.approvedLink(context.other, wallet);
    await lead(context, wallet);
  },
}));

export const lacks: readonly Lack[] = [...own, ...besideAnothers];
