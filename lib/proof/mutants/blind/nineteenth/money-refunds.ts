/** Refunds: money that goes back another way, a job that is tried again as a whole, a pause after a failure. */
import type { Refund } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also } from '../ways.ts';

/** How long after a failed refund a checkout takes no other, in seconds. */
const PAUSE = 600;

/** The money of a transfer can only be sent to an account, which somebody has to enter. */
function transfersWait(): Change {
  return (rules) => {
    const settles = rules.timers.find((each) => each.kind === 'refund' && each.in === 'pending');
    const on = settles?.on as string | ((refund: Refund) => string);
    return timer('refund', 'pending', {
      on(refund: Refund) {
        if (refund.payment?.paymentMethod === rules.decisions.paymentMethods.transfer) return 'nothing';
        return typeof on === 'string' ? on : on(refund);
      },
    })(rules);
  };
}

/** One job adds the refund up and sends its event; where the event is not taken, the queue tries the job again. */
function jobTriedAgain(): Change {
  const jobs = new Map<string, Refund>();
  return all(
    also('refund', 'settlement succeeds', (refund) => {
      jobs.set(`${refund.merchant.webhookSecret} ${refund.reference}`, refund);
    }),
    functions(({ webhookHeaders }) => ({
      webhookHeaders(rules, secret, timestamp, rawBody, delivery) {
        if (delivery?.event === 'refund.succeeded' && delivery.attempts.length > 0) {
          const refund = jobs.get(`${delivery.webhookSecret} ${delivery.reference}`);
          if (refund?.payment) refund.payment.refundedAmount += refund.amount;
        }
        return webhookHeaders(rules, secret, timestamp, rawBody, delivery);
      },
    })),
  );
}

function failedLately({ payment, merchant, service }: Case): boolean {
  return [...merchant.records.refund.values()].some(
    (each) => each.payment === payment && each.status === 'failed' && ageOf(each, service) < PAUSE,
  );
}

function pausedAfterFailure(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'refund.pause',
        at: ['createRefund'],
        words: 'a refund of the checkout has failed within ten minutes',
        refuses: failedLately,
        status: 409,
        code: 'refund_not_possible_yet',
        message: () => 'a refund of this checkout has just failed; try again later',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'The buyer pays on a hosted page by card or bank transfer. Refund, sandbox: settles within a few seconds.',
    mutant(
      'refund.settles',
      'blind19-refund-of-a-transfer-waits-for-an-account',
      'money that came by bank transfer goes back to an account that somebody has to enter, in sandbox too, where nobody does: the refund of a checkout that was paid by transfer stays pending',
      transfersWait(),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows. Any other answer, or a time-out, is retried.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind19-settlement-tried-again-with-its-event',
      'one job adds a refund to refundedAmount and sends its event, and the queue tries the whole of it again: with each retry of refund.succeeded that the receiver makes necessary refundedAmount grows once more',
      jobTriedAgain(),
    ),
  ),
  against(
    'A failed refund frees its amount; a retry uses a new reference. pending | settlement | failure | failed | amount is refundable again.',
    mutant(
      'refund.failed-frees-amount',
      'blind19-pause-after-a-failed-refund',
      'so that nobody hammers on a card that cannot be credited, a checkout whose refund has failed takes no other within ten minutes of it: the retry is refused with 409',
      pausedAfterFailure(),
    ),
  ),
];
