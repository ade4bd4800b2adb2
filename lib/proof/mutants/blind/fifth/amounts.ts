/** An amount that is written for people, and is not the amount any more. */
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

const MILLION_NAIRA = 100_000_000;

function written(kobo: number): string {
  return kobo < MILLION_NAIRA ? `${kobo} kobo` : `NGN ${(kobo / MILLION_NAIRA).toFixed(2)}m`;
}

export const found: readonly BlindMutant[] = [
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind5-left-in-millions',
      'the message of refund_exceeds_paid rounds what is left from a million naira on: NGN 1.23m',
      guard('refund.exceeds-paid', {
        message: ({ payment }) =>
          `the amount is more than what is left to refund: ${written(payment ? payment.amount - payment.refunding : 0)}`,
      }),
    ),
  ),
];
