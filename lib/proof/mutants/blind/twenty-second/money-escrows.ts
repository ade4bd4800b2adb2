/** Escrows: settings that merchants have in common, and a dispute that follows its seller. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** A merchant has the settings of those that were there before it. */
function requiredByEarlier(merchant: Merchant): boolean {
  for (const each of merchant.environment.merchants.values()) {
    if (each.requireLinkedWallets) return true;
    if (each === merchant) return false;
  }
  return false;
}

function disputedSellersRefused(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'escrow.seller-disputed',
        at: ['createEscrow'],
        words: 'an escrow of the merchant with this seller is disputed',
        refuses: ({ merchant, body }) =>
          [...merchant.records.escrow.values()].some(
            ({ status, sellerWalletId }) => status === 'disputed' && sellerWalletId === body.text('seller.walletId'),
          ),
        status: 422,
        code: 'seller_disputed',
        message: () => 'an escrow of this seller is disputed; a new one is possible once that is decided',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    "When the merchant account has the setting 'require linked wallets' on, a seller wallet without an approved link is refused with `wallet_not_linked`.",
    mutant(
      'escrow.sandbox-any-seller',
      'blind22-new-merchants-share-the-settings-before-them',
      "a new merchant is given the settings of the one before it, the object itself and no copy: where one has switched 'require linked wallets' on, the merchants of its environment that were made after it refuse a seller without a link as well, though their setting is off",
      guard('escrow.seller-not-linked', {
        refuses: ({ service, merchant, body }) =>
          requiredByEarlier(merchant) &&
          service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') === undefined,
      }),
    ),
  ),
  against(
    '(none) | POST /v1/escrows | valid | pending_payment | payUrl issued. funded | buyer files a refund request | disputed | release is paused.',
    mutant(
      'escrow.created',
      'blind22-no-new-escrow-for-a-disputed-seller',
      'a dispute marks the seller until it is decided: while an escrow of the merchant is disputed, a new one for the same seller.walletId is refused with 422',
      disputedSellersRefused(),
    ),
  ),
];
