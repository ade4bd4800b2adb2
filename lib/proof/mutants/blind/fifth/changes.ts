/** A failure that puts back more than its own. */
import type { Refund } from '../../../reference/rules/records.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const refundedBefore = new WeakMap<Refund, number>();

export const found: readonly BlindMutant[] = [
  against(
    '| pending | settlement | failure | failed | `refund.failed` sent; amount is refundable again | … | refundedAmount | integer | Running total of refunds, kobo |',
    mutant(
      'refund.failed-frees-amount',
      'blind5-failed-refund-restores-its-checkout',
      'a refund that fails puts refundedAmount back to what it was when it was made: one that succeeded meanwhile is lost',
      all(
        also('refund', 'create', (refund) => {
          if (refund.payment) refundedBefore.set(refund, refund.payment.refundedAmount);
        }),
        also('refund', 'settlement fails', (refund) => {
          const { payment } = refund;
          if (payment) payment.refundedAmount = refundedBefore.get(refund) ?? payment.refundedAmount;
        }),
      ),
    ),
  ),
];
