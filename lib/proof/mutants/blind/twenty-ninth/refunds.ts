/** Refunds: parts that meet, parts long ago, and names that they share. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { addedTransition, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY } from '../ways.ts';
import { onTime } from './timers.support.ts';

const REMEMBERED_MS = 90 * DAY * 1_000;

/** The sum adds the refund's own amount behind this. */
function totalReadOnceInARun(): Change {
  const runs = new WeakMap<Checkout, { began: number; total: number }>();
  return also('refund', 'settlement succeeds', ({ payment }, now) => {
    if (payment === null) return;
    const run = runs.get(payment);
    const at = Date.parse(now);
    if (run !== undefined && at - run.began < 1_000) payment.refundedAmount = run.total;
    else runs.set(payment, { began: at, total: payment.refundedAmount });
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind29-total-read-once-in-a-run',
      'a run of the settlement reads the total of a checkout once and writes it with each refund: of several refunds of one checkout that settle within a second only the last is in `refundedAmount`',
      totalReadOnceInARun(),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.exceeds-paid',
      'blind29-refunds-of-the-last-three-months',
      'the earlier refunds are summed over the table that holds 90 days; older ones are in the archive, and their amount can be refunded once more',
      guard('refund.exceeds-paid', {
        refuses({ merchant, payment, body, service }) {
          if (payment === undefined) return false;
          const since = service.clock.now() - REMEMBERED_MS;
          const earlier = [...merchant.records.refund.values()]
            .filter((each) => each.payment === payment && each.status !== 'failed')
            .filter(({ createdAt }) => Date.parse(createdAt) > since)
            .reduce((sum, { amount }) => sum + amount, 0);
          return (body.integer('amount') ?? 0) + earlier > payment.amount;
        },
      }),
    ),
  ),
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund',
    mutant(
      'refund.sandbox-fail-exact',
      'blind29-underscore-is-any-sign',
      'the reason is looked up with LIKE, to which the underscore is any sign: `sandbox-fail` and `sandbox fail` force the failure as well',
      onTime('refund', 'pending', ({ reason, merchant }, plain) =>
        merchant.environment.name === 'sandbox' && /^sandbox.fail$/.test(reason ?? '') ? 'settlement fails' : plain,
      ),
    ),
  ),
  against(
    'refund.succeeded | A refund completed',
    mutant(
      'webhook.refund-succeeded',
      'blind29-refund-named-as-its-checkout-is-told-already',
      'success is told once for each reference: where a merchant gives a refund the reference of its checkout, payment.succeeded counts for both, and refund.succeeded is not sent',
      all(
        addedTransition('refund', { from: 'pending', on: 'settlement, told', to: 'succeeded', sends: null }),
        onTime('refund', 'pending', ({ reference, paymentReference }, plain) =>
          plain === 'settlement succeeds' && reference === paymentReference ? 'settlement, told' : plain,
        ),
      ),
    ),
  ),
];
