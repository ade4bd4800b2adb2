/** References that are looked up or compared otherwise than as the texts that they are. */
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const NUMBER = /^[0-9]+(\.[0-9]+)?(e[0-9]+)?$/i;

/** Equal, or two texts that read as the same number. */
function looselyEqual(one: string, other: string): boolean {
  return one === other || (NUMBER.test(one) && NUMBER.test(other) && Number(one) === Number(other));
}

export const found: readonly BlindMutant[] = [
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind4-payment-found-by-its-id',
      "a refund whose paymentReference is a checkout's id, and no reference, is made of that checkout",
      before('checkGuards', (asked, next) => {
        const payment = asked.environment.checkouts.get(asked.body.text('paymentReference') ?? '');
        if (asked.endpoint.name === 'createRefund' && payment?.merchant === asked.merchant) asked.payment ??= payment;
        return next();
      }),
    ),
  ),
  against(
    '| reference | string | yes | Unique id of the refund |',
    mutant(
      'refund.reference-case',
      'blind4-numeric-references-compared-as-numbers',
      'references of refunds that read as the same number, such as 1000 and 1e3, are taken to be the same',
      guard('refund.duplicate-reference', {
        refuses: ({ merchant, body }) =>
          [...merchant.records.refund.keys()].some((used) => looselyEqual(used, body.text('reference') ?? '')),
      }),
    ),
  ),
];
