import type { Capability, CheckContext, Duration, Wallet } from '../../lib/interface/index.ts';
import { escrowWithFee } from '../escrows/money/money.ts';
import { linkExpires } from '../wallet-links/support.ts';

// What may lie between a merchant and the wallet that it asks for.

export const HOLDER = 'Quentin Vazquez';

/** Minutes; the shortest permitted life of a link. */
const LIFE = 5;

export interface History {
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly waits?: Duration;
  lead(context: CheckContext, wallet: Wallet): Promise<unknown>;
}

export const histories: readonly History[] = [
  {
    what: 'has an approved link to it',
    lead: ({ wallets, merchant }, wallet) => wallets.approvedLink(merchant, wallet),
  },
  { what: 'has a pending link to it', lead: ({ wallets, merchant }, wallet) => wallets.link(merchant, wallet) },
  {
    what: 'has a link to it that was rejected',
    lead: async ({ wallets, merchant }, wallet) =>
      wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject'),
  },
  {
    what: 'has had a link to it, and unlinked it',
    async lead({ wallets, merchant }, wallet) {
      const { linkId } = await wallets.approvedLink(merchant, wallet);
      await merchant.api.deleteWalletLink(linkId);
    },
  },
  {
    what: 'has a link to it about which nobody decided',
    waits: '6m',
    async lead({ wallets, merchant, time }, wallet) {
      await wallets.link(merchant, wallet, { expiresInMinutes: LIFE });
      await linkExpires(time, LIFE);
    },
  },
  {
    what: 'has a link to it that its owner approved',
    needs: ['wallet-owner'],
    lead: async ({ wallets, merchant }, wallet) =>
      wallets.owner(merchant, await wallets.link(merchant, wallet), 'approve'),
  },
  {
    what: 'reads its balance by an approved link',
    async lead({ wallets, merchant }, wallet) {
      await wallets.approvedLink(merchant, wallet);
      await merchant.api.getWalletBalance(wallet.walletId);
    },
  },
  {
    what: 'has an approved link to another wallet of its holder',
    lead: async ({ wallets, merchant }) => wallets.approvedLink(merchant, await wallets.make({ holderName: HOLDER })),
  },
  {
    what: 'has none, and another merchant has an approved link to it',
    needs: ['other-merchant'],
    lead: ({ wallets, other }, wallet) => wallets.approvedLink(other, wallet),
  },
  {
    what: 'has none, and whose link to it another merchant had rejected',
    needs: ['other-merchant'],
    lead: async ({ wallets, other }, wallet) => wallets.decide(other, await wallets.link(other, wallet), 'reject'),
  },
  {
    what: 'has had two links to it rejected, the second by its owner',
    needs: ['wallet-owner'],
    async lead({ wallets, merchant }, wallet) {
      await wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject');
      await wallets.owner(merchant, await wallets.link(merchant, wallet), 'reject');
    },
  },
  {
    what: 'has had a link to it, which its owner unlinked',
    needs: ['wallet-owner'],
    lead: async ({ wallets, merchant }, wallet) =>
      wallets.owner(merchant, await wallets.approvedLink(merchant, wallet), 'unlink'),
  },
  {
    what: 'has an approved link to it, older than one that was rejected',
    async lead({ wallets, merchant }, wallet) {
      await wallets.approvedLink(merchant, wallet);
      await wallets.decide(merchant, await wallets.link(merchant, wallet), 'reject');
    },
  },
  {
    what: 'has used up its link requests',
    async lead({ wallets, merchant }, wallet) {
      for (let request = 0; request < 6; request++) await wallets.createLink(merchant, wallet);
    },
  },
  {
    what: 'was refused its balance',
    lead: ({ merchant }, wallet) => merchant.api.getWalletBalance(wallet.walletId),
  },
  {
    what: 'has made an escrow whose fee goes to it, and cancelled it',
    async lead(context, { walletId }) {
      const { reference } = await escrowWithFee(context, { feeAmount: 501, feeWalletId: walletId });
      await context.merchant.api.cancelEscrow(reference);
    },
  },
  {
    what: 'has a disputed escrow for it',
    needs: ['escrow-buyer', 'escrow-dispute'],
    lead: async ({ merchant, buyer }, { walletId }) =>
      buyer.disputes(merchant, await buyer.funded(merchant, { seller: { walletId } })),
  },
  {
    what: 'has refunded an escrow for it',
    needs: ['escrow-buyer'],
    async lead({ merchant, buyer }, { walletId }) {
      const escrow = await buyer.funded(merchant, { seller: { walletId } });
      await merchant.api.refundEscrow(escrow.reference, {});
    },
  },
  {
    what: 'has made an escrow for it',
    lead: ({ merchant }, { walletId }) => merchant.escrow({ seller: { walletId } }),
  },
  {
    what: 'has released an escrow to it',
    needs: ['escrow-buyer'],
    async lead({ merchant, buyer }, { walletId }) {
      const escrow = await buyer.funded(merchant, { seller: { walletId } });
      await merchant.api.releaseEscrow(escrow.reference);
    },
  },
];
