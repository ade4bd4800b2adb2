/** Who was let in once, and is let in again. */
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const earlierSellersCountAsLinked: Change = (rules) => {
  const plain = rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
  return guard('escrow.seller-not-linked', {
    refuses(asked) {
      const seller = asked.body.text('seller.walletId');
      const earlier = [...asked.merchant.records.escrow.values()];
      const known = earlier.some(({ sellerWalletId, status }) => sellerWalletId === seller && status === 'released');
      return !known && (plain?.refuses(asked) ?? false);
    },
  })(rules);
};

export const found: readonly BlindMutant[] = [
  against(
    'buyer.email: If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind9-earlier-buyer-may-pay',
      'a buyer is let in once for the merchant: an account that has paid one of its escrows may pay any other, whichever e-mail that one names',
      functions(({ mayPay }) => ({
        mayPay(escrow, email) {
          const account = email?.trim().toLowerCase();
          const paid = [...escrow.merchant.records.escrow.values()].map(({ paidBy }) => paidBy?.toLowerCase());
          return mayPay(escrow, email) || (account !== undefined && paid.includes(account));
        },
      })),
    ),
  ),
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.wallet-not-linked',
      'blind9-paid-sellers-count-as-linked',
      'a seller to whom an escrow of the merchant was released is known from then on: its wallet is accepted also after its link was revoked',
      earlierSellersCountAsLinked,
    ),
  ),
];
