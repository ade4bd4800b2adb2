/** Ends that a later job goes back on, by the time that was left or at a second try. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR, inTime } from '../ways.ts';

/** Seconds from the payment of an escrow to the buyer's report. */
const usedUp = new WeakMap<Escrow, number>();

export const found: readonly BlindMutant[] = [
  against(
    'A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'refund.failed-is-final',
      'blind10-failed-refund-tried-again',
      'a job tries failed refunds once more after three days: one whose amount still fits into what is left becomes succeeded, under its old reference',
      inTime(
        'refund',
        { from: 'failed', to: 'succeeded', sends: 'refund.succeeded' },
        3 * DAY,
        ({ payment, amount }) => payment !== null && payment.refunding + amount <= payment.amount,
      ),
    ),
  ),
  against(
    'funded or disputed | POST refund | refunded. Escrow release pays the seller the amount less `feeAmount`.',
    mutant(
      'escrow.refunded-is-final',
      'blind10-paused-release-runs-on',
      'a dispute pauses the time to the automatic release, and its end lets the rest run on, also where it ended in a partial refund: the refunded escrow becomes released, and pays the seller again',
      also('escrow', 'dispute', (escrow, now) => {
        usedUp.set(escrow, (Date.parse(now) - Date.parse(escrow.paidAt ?? now)) / 1_000);
      }),
      inTime(
        'escrow',
        { from: 'refunded', to: 'released', sends: 'escrow.released' },
        (escrow) => escrow.autoReleaseHours * HOUR - (usedUp.get(escrow) ?? 0),
        (escrow) => usedUp.has(escrow) && (escrow.refundedAmount ?? escrow.amount) < escrow.amount,
      ),
    ),
  ),
];
