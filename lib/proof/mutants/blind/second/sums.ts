/** Sums that hold at first. */

import type { Escrow } from '../../../reference/rules/records.ts';
import { guard, move } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';

const halfAtMost = ({ amount, feeAmount }: Escrow) => Math.min(feeAmount ?? 0, Math.floor(amount / 2));

export const found: readonly BlindMutant[] = [
  against(
    'Escrow release pays the seller the amount less feeAmount',
    mutant(
      'escrow.release-pays-seller',
      'blind-fee-of-half-at-most',
      'a fee of more than half of the amount is taken as half of it',
      move('released', 'amount less fee', { what: (escrow) => escrow.amount - halfAtMost(escrow) }),
      move('released', 'fee', { what: halfAtMost }),
    ),
  ),
  against(
    'With amount the buyer receives that amount and the remainder goes to the seller',
    mutant(
      'escrow.refund-pays-remainder',
      'blind-remainder-in-floating-naira',
      'the remainder of a partial refund is worked out in naira with floating point and cut off to kobo',
      move('refunded', 'amount less refund', {
        what: ({ amount, refundedAmount }) => Math.floor((amount / 100 - (refundedAmount ?? amount) / 100) * 100),
      }),
    ),
  ),
  against(
    '| pending | settlement | failure | failed | `refund.failed` sent; amount is refundable again |',
    mutant(
      'refund.failed-frees-amount',
      'blind-second-failure-frees-nothing',
      'the second and later failed refunds of a checkout do not free their amount',
      also('refund', 'settlement fails', (refund) => {
        const failed = siblings(refund).filter(({ status }) => status === 'failed');
        if (failed.length > 1 && refund.payment) refund.payment.refunding += refund.amount;
      }),
    ),
  ),
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts)',
    mutant(
      'balance.refund-subtracts',
      'blind-refund-of-transfer-costs-nothing',
      'a refund of a checkout that was paid by bank transfer is not subtracted from the balance',
      also('refund', 'settlement succeeds', ({ payment, merchant, amount }) => {
        if (payment?.paymentMethod === 'bank_transfer') merchant.balance += amount;
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.exceeds-paid',
      'blind-retry-of-failed-amount-not-checked',
      'a refund of the same amount as one that failed is taken for its retry, and not compared with what is left',
      (rules) => {
        const plain = rules.guards.find(({ id }) => id === 'refund.exceeds-paid');
        return guard('refund.exceeds-paid', {
          refuses: (asked) => {
            const retry = [...asked.merchant.records.refund.values()].some(
              ({ payment, status, amount }) =>
                payment === asked.payment && status === 'failed' && amount === asked.body.integer('amount'),
            );
            return !retry && (plain?.refuses(asked) ?? false);
          },
        })(rules);
      },
    ),
  ),
];
