/** Sums to which the wrong row adds, or one row fewer. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** What the settlement of a checkout's refunds has read at last, and when. */
const read = new WeakMap<Checkout, { at: number; refundedAmount: number }>();
const ONE_RUN_MS = 1_000;

export const found: readonly BlindMutant[] = [
  against(
    'payout pending | settlement failure | failed | `payout.failed` sent; amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind9-latest-payouts-amount-returns',
      "what returns is the amount of the merchant's latest payout: where another was made before the failure is known, its amount is added in place of the failed one's",
      also('payout', 'settlement fails', (payout) => {
        const latest = [...payout.merchant.records.payout.values()].at(-1) ?? payout;
        payout.merchant.balance += latest.amount - payout.amount;
      }),
    ),
  ),
  against(
    'refund pending | settlement success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind9-refunds-of-one-run-overwrite',
      'each run of the settlement reads the total once: of two refunds of a checkout that settle within one second, refundedAmount grows by the later one alone',
      also('refund', 'settlement succeeds', ({ payment }, now) => {
        if (payment === null) return;
        const earlier = read.get(payment);
        const at = Date.parse(now);
        if (earlier !== undefined && at - earlier.at < ONE_RUN_MS) payment.refundedAmount = earlier.refundedAmount;
        else read.set(payment, { at, refundedAmount: payment.refundedAmount });
      }),
    ),
  ),
];
