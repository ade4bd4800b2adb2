import type { CheckContext, Created, RequirementId, Wallet } from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';

// Earlier escrows do not replace a link: wallets without a link for which the merchant has already had escrows.

export interface Earned {
  readonly what: string;
  readonly id: RequirementId;
  /** Leads to a state in which linked wallets are required and this wallet has no approved link. */
  lead(context: CheckContext, wallet: Wallet): Promise<void>;
}

const ends: readonly { readonly what: string; end(context: CheckContext, escrow: Created): Promise<void> }[] = [
  {
    what: 'was released',
    async end({ merchant }, escrow) {
      await merchant.api.releaseEscrow(escrow.reference);
      await reached(merchant, escrow, 'released');
    },
  },
  { what: 'is funded', end: async () => {} },
  {
    what: 'was refunded',
    async end({ merchant }, escrow) {
      await merchant.api.refundEscrow(escrow.reference, {});
      await reached(merchant, escrow, 'refunded');
    },
  },
];

export const earnedBefore: readonly Earned[] = ends.flatMap(({ what, end }): Earned[] => [
  {
    id: 'escrow.wallet-not-linked-otherwise',
    what: `whose link was revoked after an escrow for it ${what}`,
    async lead(context, wallet) {
      const { merchant, console, wallets } = context;
      await console.change(merchant, { requireLinkedWallets: true });
      const link = await wallets.approvedLink(merchant, wallet);
      await funded(context, wallet, end);
      await merchant.api.deleteWalletLink(link.linkId);
    },
  },
  {
    id: 'escrow.wallet-not-linked',
    what: `that was never linked, though an escrow for it ${what} before links were required`,
    async lead(context, wallet) {
      await funded(context, wallet, end);
      await context.console.change(context.merchant, { requireLinkedWallets: true });
    },
  },
]);

/** A step: an escrow for this wallet is paid, and ends in this way. */
async function funded(context: CheckContext, { walletId }: Wallet, end: (typeof ends)[number]['end']): Promise<void> {
  await end(context, await context.buyer.funded(context.merchant, { seller: { walletId } }));
}
