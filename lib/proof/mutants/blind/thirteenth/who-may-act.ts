/** A setting that has an exception, and a buyer who is another merchant's. */
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

/** The latest escrow of the reference, whichever merchant of the environment has it. */
function buyerByReference(): Change {
  return functions(({ mayPay }) => ({
    mayPay(escrow, email) {
      const { merchant, reference } = escrow;
      const alike = [...merchant.environment.merchants.values()].flatMap((each) => {
        const found = each.records.escrow.get(reference);
        return found === undefined ? [] : [found];
      });
      const latest = alike.reduce((one, other) => (other.createdAt > one.createdAt ? other : one), escrow);
      return mayPay(latest, email);
    },
  }));
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
    'buyer.email | string (email) | no | If set, only the wallet account with that e-mail can pay.',
    mutant(
      'escrow.buyer-email-restricts',
      'blind13-buyer-looked-up-by-reference',
      "who may pay is looked up by the escrow's reference alone: where another merchant has a later escrow of the same reference, its buyer may pay the first one as well, and the first one's buyer may not",
      buyerByReference(),
    ),
  ),
];
