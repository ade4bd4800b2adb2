/** Refunds: what is left of a checkout, a queue that stops at a failure, and a join that writes into the wrong table. */
import type { Refund } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR } from '../ways.ts';

/** What the processor keeps of a payment in live. */
const CHARGE = 0.015;
const SETTLES_SECONDS = 2;

function settledNet({ environment, payment }: Case): number {
  if (payment === undefined) return 0;
  return environment.name === 'live' ? payment.amount - Math.round(payment.amount * CHARGE) : payment.amount;
}

function refundableIsNet(): Change {
  return guard('refund.exceeds-paid', {
    refuses: (asked) => {
      const { payment, body } = asked;
      return payment !== undefined && (body.integer('amount') ?? 0) + payment.refunding > settledNet(asked);
    },
    message: (asked) =>
      `the amount is more than what is left to refund: ${settledNet(asked) - (asked.payment?.refunding ?? 0)} kobo`,
  });
}

/** Whether the merchant's queue still has one that is going to fail. */
function waitsBehindFailure({ merchant, payment }: Refund): boolean {
  if (merchant.environment.name !== 'sandbox' || payment === null) return false;
  const waiting = [...merchant.records.refund.values()].filter(({ status }) => status === 'pending');
  // The refund itself is the last of them.
  return waiting.slice(0, -1).some(({ reason }) => reason === 'sandbox_fail');
}

function onePendingAtATime(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'refund.another-is-pending',
        at: ['createRefund'],
        words: 'another refund of the checkout is pending',
        refuses: ({ merchant, payment }) =>
          [...merchant.records.refund.values()].some((each) => each.payment === payment && each.status === 'pending'),
        status: 409,
        code: 'refund_in_progress',
        message: () => 'another refund of this checkout has not settled yet',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`. A merchant refunds a successful checkout, in full or in parts.',
    mutant(
      'refund.up-to-amount-paid',
      'blind18-live-refunds-up-to-the-net-amount',
      'in live refunds are compared with what the processor has settled, which is the amount less its charge of 1.5 %: a checkout cannot be refunded in full there',
      refundableIsNet(),
    ),
  ),
  against(
    'may not exceed the amount paid, else `422 refund_exceeds_paid` (its message says how much is left).',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind18-message-says-the-excess',
      'the message of refund_exceeds_paid says by how many kobo the refund is too large, and not how many are left',
      guard('refund.exceeds-paid', {
        message: ({ payment, body }) =>
          `the refund is ${(body.integer('amount') ?? 0) + (payment?.refunding ?? 0) - (payment?.amount ?? 0)} kobo too large`,
      }),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.settles',
      'blind18-queue-stops-behind-a-failure',
      'refunds of a merchant wait in one queue, and the consumer throws where one fails: those that stand behind it then stay pending until the queue is taken up again, an hour later',
      timer('refund', 'pending', {
        after: (refund: Refund) => (waitsBehindFailure(refund) ? HOUR : SETTLES_SECONDS),
      }),
    ),
  ),
  against(
    'failureReason [of a checkout] | string or null | Set when failed. pending | settlement | failure | failed | `refund.failed` sent; amount is refundable again.',
    mutant(
      'checkout.record-stays',
      'blind18-failed-refund-is-why-the-checkout-failed',
      'the update that notes why a refund failed is joined with its checkout, which has a column of the same name: the paid checkout has the failureReason of its refund',
      also('refund', 'settlement fails', ({ payment, failureReason }) => {
        if (payment !== null) payment.failureReason = failureReason;
      }),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed. The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.up-to-amount-paid',
      'blind18-one-pending-refund-of-a-checkout',
      'an index allows one pending refund of a checkout, against double clicks: a second part that is asked for before the first has settled is refused with 409',
      onePendingAtATime(),
    ),
  ),
];
