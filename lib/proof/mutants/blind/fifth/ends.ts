/** Ends that a job brings about, or holds up, by a condition that is too wide. */
import type { Checkout, Escrow } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, inTime } from '../ways.ts';

/** What is left of the 24 hours of a checkout, in seconds, when it is paid. */
function secondsLeft({ createdAt, paidAt }: Checkout): number {
  return DAY - (Date.parse(paidAt ?? createdAt) - Date.parse(createdAt)) / 1_000;
}

function sellerHasDispute({ merchant, sellerWalletId }: Escrow): boolean {
  return [...merchant.records.escrow.values()].some(
    (each) => each.sellerWalletId === sellerWalletId && each.status === 'disputed',
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '| pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent |',
    mutant(
      'checkout.paid-does-not-expire',
      'blind5-refunded-in-full-is-unpaid-at-expiry',
      'the expiry job looks at what was paid less refunds: a checkout that is refunded in full within its 24 hours expires',
      all(
        inTime(
          'checkout',
          { from: 'succeeded', to: 'failed', sends: 'payment.failed' },
          secondsLeft,
          ({ amount, refundedAmount }) => refundedAmount === amount,
        ),
        also('checkout', 'in time succeeded failed', (checkout) => {
          checkout.failureReason = 'expired';
          checkout.merchant.balance += checkout.amount; // The payment and its refunds stay in the books.
        }),
      ),
    ),
  ),
  against(
    '| funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released` |',
    mutant(
      'escrow.releases-by-itself',
      'blind5-dispute-pauses-the-seller',
      'a dispute pauses the automatic releases of its seller: what else is funded for that wallet is not released in time',
      timer('escrow', 'funded', {
        on: (escrow: Escrow) => (sellerHasDispute(escrow) ? 'nothing' : 'no report in time'),
      }),
    ),
  ),
];
