/** Ends that time brings, where the timer is kept on something else than the record. */
import type { Checkout, Escrow } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released` |',
    mutant(
      'escrow.releases-by-itself',
      'blind8-dispute-pauses-the-sellers-others',
      "a dispute pauses the automatic release of the seller's wallet: the seller's other funded escrows of that merchant, which nobody reported, are not released either",
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => {
          const all = [...escrow.merchant.records.escrow.values()];
          const paused = all.some(
            ({ sellerWalletId, status }) => sellerWalletId === escrow.sellerWalletId && status === 'disputed',
          );
          return paused ? 'nothing' : 'no report in time';
        },
      }),
    ),
  ),
  against(
    '| pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent |',
    mutant(
      'checkout.expires',
      'blind8-expiry-kept-per-buyer',
      "the timer of a checkout is kept under the buyer's e-mail: a later checkout of the same buyer replaces it, and the earlier one stays pending",
      timer('checkout', 'pending', {
        on: (checkout: Checkout) => {
          const ofBuyer = [...checkout.merchant.records.checkout.values()].filter(
            ({ email }) => email === checkout.email,
          );
          return ofBuyer.at(-1) === checkout ? 'not paid in time' : 'nothing';
        },
      }),
    ),
  ),
];
