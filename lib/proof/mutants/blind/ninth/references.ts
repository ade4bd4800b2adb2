/** References that are looked up by something else, or not far enough back. */
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const PAGE = 20;

export const found: readonly BlindMutant[] = [
  against(
    'paymentReference: the reference of the checkout being refunded. An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind9-refund-by-checkout-id',
      'the checkout of a refund is looked up by reference or id: where its id is given as paymentReference, it is refunded',
      before('checkGuards', (asked, next) => {
        if (isAt(asked, 'createRefund') && asked.payment === undefined) {
          const given = asked.body.text('paymentReference');
          asked.payment = [...asked.merchant.records.checkout.values()].find(({ id }) => id === given);
        }
        return next();
      }),
    ),
  ),
  against(
    '409 duplicate_reference: Reference already used. Payout reference: unique id of the payout.',
    mutant(
      'payout.duplicate-reference',
      'blind9-duplicates-on-one-page',
      'the look for an earlier payout with the reference reads one page: a reference is free again once 20 later payouts were made',
      guard('payout.duplicate-reference', {
        refuses: ({ merchant, body }) =>
          [...merchant.records.payout.keys()].slice(-PAGE).includes(body.text('reference') ?? ''),
      }),
    ),
  ),
];
