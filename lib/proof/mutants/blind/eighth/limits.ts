/** Limits that a number's width lifts. */
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.exceeds-paid',
      'blind8-sum-of-refunds-overflows',
      'the new amount and the earlier refunds are added up in 32 bits: a sum of 2,147,483,648 kobo and more is negative, and is let through where each amount alone is not above what was paid',
      guard('refund.exceeds-paid', {
        refuses: ({ payment, body }) => {
          const amount = body.integer('amount') ?? 0;
          return (
            payment !== undefined && (amount > payment.amount || ((amount + payment.refunding) | 0) > payment.amount)
          );
        },
      }),
    ),
  ),
];
