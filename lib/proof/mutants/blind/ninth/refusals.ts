/** Refusals that are remembered too long, or are another one's. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const toldOnce = new WeakMap<Checkout, string>();

const tellsAsAtFirst: Change = (rules) => {
  const plain = rules.guards.find(({ id }) => id === 'refund.exceeds-paid');
  return guard('refund.exceeds-paid', {
    message(asked) {
      const now = plain?.message(asked) ?? '';
      if (asked.payment === undefined) return now;
      const message = toldOnce.get(asked.payment) ?? now;
      toldOnce.set(asked.payment, message);
      return message;
    },
  })(rules);
};

export const found: readonly BlindMutant[] = [
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left).',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind9-left-as-at-first-refusal',
      'what is left is worked out at the first refusal of a checkout and kept: later refusals tell the same amount, whatever was refunded meanwhile',
      tellsAsAtFirst,
    ),
  ),
  against(
    'Refund create: the checkout must be `succeeded`, else `409 payment_not_paid`.',
    mutant(
      'refund.failed-payment',
      'blind9-expired-are-archived',
      'expired checkouts are archived, where refunds do not look: a refund of one is refused with 404 payment_not_found',
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createRefund') && asked.payment?.failureReason === 'expired') asked.payment = undefined;
        return next();
      }),
    ),
  ),
];
