/** References that one part of the service takes, and another one does not. */
import { field } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| reference | string | yes | Unique per merchant. Max 100 chars. … | paymentReference | string | yes | The reference of the checkout being refunded |',
    mutant(
      'refund.created',
      'blind6-payment-reference-of-64',
      'the form of refunds allows a paymentReference of 64 characters, and the reference of a checkout has up to 100: what is longer is refused',
      field('refund', 'paymentReference', { maxLength: 64 }),
    ),
  ),
  against(
    '| GET | /v1/payouts/{reference} | none | 200 payout record |',
    mutant(
      'payout.record-found',
      'blind6-colon-begins-a-verb',
      'the router takes what follows a colon at the end of a path for a verb: a payout whose reference has a colon is not found',
      before('answerKnown', (asked, next) => {
        const { reference } = asked.params;
        if (isAt(asked, 'getPayout') && reference !== undefined)
          asked.params.reference = reference.replace(/:[^:]*$/, '');
        return next();
      }),
    ),
  ),
];
