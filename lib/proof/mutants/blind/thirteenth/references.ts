/** References that something in front of the service, or in the database, takes for something else. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'reference | string | yes | Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'checkout.reference-allowed-characters',
      'blind13-firewall-reads-references',
      'a firewall looks for comments of SQL and for parent folders: a checkout whose reference has two hyphens or two full stops in a row is refused with 403',
      before('checkFields', (asked, next) => {
        if (isAt(asked, 'createCheckout') && /--|\.\./.test(asked.body.text('reference') ?? ''))
          throw new Refusal({ status: 403, code: 'forbidden' }, 'the request was blocked');
        return next();
      }),
    ),
  ),
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`. paymentReference: The reference of the checkout being refunded.',
    mutant(
      'refund.payment-not-found',
      'blind13-payment-reference-without-case',
      'the checkout of a refund is looked up in a column that is compared without case: a paymentReference ORDER-1, which no checkout has, refunds the checkout order-1',
      before('checkGuards', (asked, next) => {
        const wanted = asked.body.text('paymentReference')?.toLowerCase();
        if (isAt(asked, 'createRefund') && asked.payment === undefined)
          asked.payment = [...asked.merchant.records.checkout.values()].find(
            ({ reference }) => reference.toLowerCase() === wanted,
          );
        return next();
      }),
    ),
  ),
];
