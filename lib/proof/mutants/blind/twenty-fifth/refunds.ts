/** Refunds: which checkout is meant, what two at once do to each other, and what is said to be left. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function likePattern(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.-]/g, '\\$&').replaceAll('_', '.')}$`);
}

function foundByLike(): Change {
  return before('checkGuards', (asked, next) => {
    const meant = asked.body.text('paymentReference');
    if (isAt(asked, 'createRefund') && meant !== null && /^[A-Za-z0-9._:-]+$/.test(meant)) {
      const pattern = likePattern(meant);
      const { checkout } = asked.merchant.records;
      asked.payment = [...checkout.values()].find(({ reference }) => pattern.test(reference));
    }
    return next();
  });
}

function lockedByVersion(): Change {
  const versions = new WeakMap<Checkout, number>();
  return before('act', async (asked, next) => {
    const { payment } = asked;
    if (!isAt(asked, 'createRefund') || payment === undefined) return next();
    const read = versions.get(payment) ?? 0;
    await pause(40);
    if ((versions.get(payment) ?? 0) !== read)
      throw new Refusal({ status: 409, code: 'conflict' }, 'the checkout was changed by another request');
    versions.set(payment, read + 1);
    return next();
  });
}

function leftByTheRecord(): Change {
  return guard('refund.exceeds-paid', {
    message: ({ payment }) =>
      `the amount is more than what is left to refund: ${payment ? payment.amount - payment.refundedAmount : 0} kobo`,
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'paymentReference | string | yes | The reference of the checkout being refunded.',
    mutant(
      'checkout.refunded-alone',
      'blind25-the-payment-is-found-by-like',
      'the checkout is looked up with LIKE, to which an underscore stands for any character: a refund of order_7 is made of order-7, where that one is older',
      foundByLike(),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed.',
    mutant(
      'refund.concurrent-all-that-fit',
      'blind25-a-lost-version-refuses-the-refund',
      'the row of the checkout has a version, and a refund that finds it changed when it is written is refused with 409 instead of being tried again: of several partial refunds at once that all fit only some are accepted',
      lockedByVersion(),
    ),
  ),
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left).',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind25-what-is-left-is-told-from-the-record',
      'the message of refund_exceeds_paid is made from the refundedAmount of the record, the check from the table of refunds: while a refund is pending more is said to be left than is',
      leftByTheRecord(),
    ),
  ),
];
