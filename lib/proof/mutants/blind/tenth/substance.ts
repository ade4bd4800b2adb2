/** What is right in form, and belongs to an earlier or a later time. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { onResend } from '../ways-of-delivery.ts';

function paysFirstFeeWallet(): Change {
  const kept = new WeakMap<Merchant, string>();
  return also('escrow', 'create', (escrow) => {
    if (escrow.feeWalletId === null) return;
    escrow.feeWalletId = kept.get(escrow.merchant) ?? escrow.feeWalletId;
    kept.set(escrow.merchant, escrow.feeWalletId);
  });
}

function resendsPresentWorth(): Change {
  let of: Merchant | undefined;
  return all(
    onResend((resend) => (merchant, id) => {
      of = merchant;
      return resend(merchant, id);
    }),
    functions(({ resent }) => ({
      resent(delivery) {
        const parts = resent(delivery);
        const checkout = of?.records.checkout.get(delivery.reference);
        if (delivery.event !== 'payment.succeeded' || checkout === undefined) return parts;
        const amountMinor = checkout.amount - checkout.refundedAmount;
        return { ...parts, payload: JSON.stringify({ ...JSON.parse(parts.payload), amountMinor }) };
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    "feeWalletId: The merchant's own wallet id; the commission is paid there.",
    mutant(
      'escrow.release-pays-fee',
      'blind10-first-fee-wallet-kept',
      "the merchant's own wallet is kept when it is first named: the commission of later escrows is paid to the feeWalletId of the first one, whichever they name",
      paysFirstFeeWallet(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery. Payload: amountMinor | integer | kobo.',
    mutant(
      'delivery.resent',
      'blind10-resent-at-present-worth',
      'what is resent is written anew from the record: payment.succeeded of a checkout that was partly refunded meanwhile has what is left as amountMinor',
      resendsPresentWorth(),
    ),
  ),
];
