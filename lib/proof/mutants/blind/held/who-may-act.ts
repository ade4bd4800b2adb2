/** A setting that has an exception, and one that is asked for too late. */
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function ownWalletNeedsNoLink(): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
    return guard('escrow.seller-not-linked', {
      refuses: (asked) =>
        asked.body.text('feeWalletId') !== asked.body.text('seller.walletId') && (plain?.refuses(asked) ?? false),
    })(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind13-wallet-of-the-fee-needs-no-link',
      "a merchant's own wallet needs no link, and whichever is named as feeWalletId counts as its own: with the setting on, an escrow whose feeWalletId is the seller's wallet is accepted without a link",
      ownWalletNeedsNoLink(),
    ),
  ),
  against(
    "pending_payment | buyer pays | funded. Escrow create: When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused.",
    mutant(
      'escrow.funded',
      'blind13-new-setting-stops-payments',
      "the setting 'require linked wallets' is asked for again when the buyer pays: an escrow that was created before it was switched on cannot be paid any more where its seller is not linked",
      functions(({ mayPay, linkOf }) => ({
        mayPay: (escrow, email) =>
          mayPay(escrow, email) &&
          (!escrow.merchant.requireLinkedWallets || linkOf(escrow.merchant, escrow.sellerWalletId) !== undefined),
      })),
    ),
  ),
];
