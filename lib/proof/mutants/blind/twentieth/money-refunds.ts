/** Refunds: the default of a column, and a rail that gives back all or nothing. */

import { type Change, mutant } from '../../mutant.ts';
import { fills } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function transfersGoBackWhole(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'refund.part-of-a-transfer',
        at: ['createRefund'],
        words: 'a part of a bank transfer is to be refunded',
        refuses: ({ payment, body, service }) =>
          payment?.paymentMethod === service.rules.decisions.paymentMethods.transfer &&
          body.integer('amount') !== payment.amount,
        status: 422,
        code: 'partial_refund_not_possible',
        message: () => 'a bank transfer can only be refunded as a whole',
      },
    ],
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'reason | string | no. Refund record (GET): `reason` (string or null).',
    mutant(
      'refund.record-nulls',
      'blind20-reason-has-a-default',
      'the column of the reason must not be empty and has the default of the card processor: the record of a refund without a reason says requested_by_customer',
      fills('createRefund', 'reason', 'requested_by_customer'),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed. The buyer pays on a hosted page by card or bank transfer.',
    mutant(
      'refund.up-to-amount-paid',
      'blind20-transfers-go-back-whole',
      'a bank transfer goes back by reversing it, which the rail does for the whole alone: of a checkout that was paid by transfer on its page a partial refund is refused with 422, whatever is left',
      transfersGoBackWhole(),
    ),
  ),
];
