/** Refunds: sums that are taken over the wrong rows, and references that are read as something else. */
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { guard, shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';

const HOT_DAYS = 30;
const PAGE = 15;

function refundsOf(checkout: Checkout): Refund[] {
  return [...checkout.merchant.records.refund.values()].filter(({ payment }) => payment === checkout);
}

/** What counts against the amount paid, without the refunds that were moved to the archive. */
function countedLately(checkout: Checkout, service: Service): number {
  return refundsOf(checkout)
    .filter((refund) => refund.status !== 'failed' && ageOf(refund, service) < HOT_DAYS * DAY)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function leftInFloats({ amount, refunding }: Checkout): number {
  return Math.trunc((amount / 100 - refunding / 100) * 100);
}

function asDecimal(reference: string): string {
  return /^\d{1,9}\.\d{1,9}$/.test(reference) ? String(Number(reference)) : reference;
}

export const found: readonly BlindMutant[] = [
  against(
    'may not exceed the amount paid, else `422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind34-left-is-computed-in-floats',
      'what is left is computed in naira with floating point and cut to kobo: of 100.30 naira with 100 refunded the message says 29 kobo, and not 30',
      guard('refund.exceeds-paid', {
        message: ({ payment }) =>
          `the amount is more than what is left to refund: ${payment ? leftInFloats(payment) : 0} kobo`,
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used',
    mutant(
      'refund.reference-case',
      'blind34-decimal-references-are-numbers',
      'references with digits and one full stop are kept as decimal numbers, which have no zeros at their end: the tenth refund of order 1001, called 1001.10, is refused as the first one, 1001.1',
      guard('refund.duplicate-reference', {
        refuses({ merchant, body }) {
          const reference = asDecimal(body.text('reference') ?? '');
          return [...merchant.records.refund.keys()].some((used) => asDecimal(used) === reference);
        },
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.exceeds-paid',
      'blind34-failure-forgets-pending-refunds',
      'when a refund fails, what counts against its checkout is added up again, of the refunds that have succeeded alone: one that is pending at that moment does not count any more, and more can be refunded than was paid',
      also('refund', 'settlement fails', ({ payment, amount }) => {
        if (payment !== null) payment.refunding = payment.refundedAmount + amount;
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.exceeds-paid',
      'blind34-archived-refunds-do-not-count',
      'refunds are moved to an archive after 30 days, and earlier ones are added up from the table that is in use: a month after a refund its amount can be refunded again',
      guard('refund.exceeds-paid', {
        refuses: ({ payment, body, service }) =>
          payment !== undefined && (body.integer('amount') ?? 0) + countedLately(payment, service) > payment.amount,
      }),
    ),
  ),
  against(
    'paymentReference | string | yes | The reference of the checkout being refunded',
    mutant(
      'refund.created',
      'blind34-prefix-of-a-payment-is-cut-off',
      'paymentReference may come with the name of a provider before a colon, which is cut off: a refund of a checkout whose own reference has a colon, such as lagos:1001, is refused with payment_not_found',
      before('checkGuards', (asked, next) => {
        const reference = asked.body.text('paymentReference') ?? '';
        if (isAt(asked, 'createRefund') && reference.includes(':'))
          asked.payment = asked.merchant.records.checkout.get(reference.slice(reference.indexOf(':') + 1));
        return next();
      }),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind34-total-of-the-first-page',
      'refundedAmount is added up from the list of refunds of the checkout, of which the query returns a page of fifteen: a sixteenth is not in the total',
      shows('getCheckout', (body, { record }) => {
        if (record?.kind !== 'checkout') return body;
        const page = refundsOf(record).slice(0, PAGE);
        const settled = page.filter(({ status }) => status === 'succeeded');
        return { ...body, refundedAmount: settled.reduce((sum, { amount }) => sum + amount, 0) };
      }),
    ),
  ),
];
