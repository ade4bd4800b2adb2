/** Links that are needed where none is, or that are looked for among the wrong ones. */
import { functions, guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function feeWalletHasToBeLinked(): Change {
  return (rules) => {
    const plain = rules.guards.find(({ id }) => id === 'escrow.seller-not-linked');
    return guard('escrow.seller-not-linked', {
      refuses(asked) {
        const { merchant, body, service } = asked;
        const feeWalletId = body.text('feeWalletId');
        if (plain?.refuses(asked)) return true;
        if (!merchant.requireLinkedWallets || feeWalletId === null) return false;
        return service.rules.functions.linkOf(merchant, feeWalletId) === undefined;
      },
      message: () => 'a wallet of the escrow has no approved link to this merchant, and the merchant requires one',
    })(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`. feeWalletId: The merchant's own wallet id.",
    mutant(
      'escrow.wallet-linked',
      'blind12-fee-wallet-needs-a-link',
      "with the setting on, every wallet of an escrow has to be linked: one with a linked seller and a feeWalletId, the merchant's own wallet, that is not linked is refused with wallet_not_linked",
      feeWalletHasToBeLinked(),
    ),
  ),
  against(
    '200 `{ availableMinor, heldMinor, currency }`; 403 unless the link is APPROVED. APPROVED | DELETE by merchant, or unlinked by owner | REVOKED.',
    mutant(
      'wallet.balance-when-approved',
      'blind12-latest-link-decides',
      'of several links of a merchant to one wallet the latest decides: while a newer request is pending, or when it has expired, the approved link neither opens the balance nor serves for escrows',
      functions(() => ({
        linkOf(merchant, walletId) {
          const latest = [...merchant.links.values()].filter((link) => link.walletId === walletId).at(-1);
          return latest?.status === 'APPROVED' ? latest : undefined;
        },
      })),
    ),
  ),
];
