/** Sums that lose what happens together with something else. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** The settlements of so many milliseconds are written together. */
const BATCH = 1_500;
const failedAt = new WeakMap<Checkout, number>();

export const found: readonly BlindMutant[] = [
  against(
    '| pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows |',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind8-settled-beside-a-failure-adds-nothing',
      'a refund that succeeds in the same batch as a failed refund of its checkout is rolled back from refundedAmount, and succeeds all the same',
      all(
        also('refund', 'settlement fails', ({ payment }, now) => {
          if (payment !== null) failedAt.set(payment, Date.parse(now));
        }),
        also('refund', 'settlement succeeds', ({ payment, amount }, now) => {
          if (payment === null) return;
          const failed = failedAt.get(payment) ?? Number.NEGATIVE_INFINITY;
          // What is taken away here is what the table of sums adds next.
          if (Date.parse(now) - failed < BATCH) payment.refundedAmount -= amount;
        }),
      ),
    ),
  ),
];
