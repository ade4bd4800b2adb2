/** Defects of creating refunds, and of the amount that is left to refund. */
import { endpoint, guard, omits, shows, sum, withoutGuard } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { before, hesitates, isAt } from '../steps.ts';

const creating: readonly Mutant[] = [
  mutant(
    'refund.created',
    'refund-created-with-202',
    'a refund is answered with 202',
    endpoint('createRefund', { status: 202 }),
  ),
  mutant('refund.created', 'refund-created-without-id', 'the create response has no id', omits('createRefund', 'id')),
  mutant(
    'refund.created',
    'refund-created-without-reference',
    'the create response has no reference',
    omits('createRefund', 'reference'),
  ),
  mutant(
    'refund.created',
    'refund-created-as-processing',
    'the create response has status processing',
    shows('createRefund', (body) => ({ ...body, status: 'processing' })),
  ),
  mutant(
    'refund.duplicate-reference',
    'refund-duplicate-not-refused',
    'a second refund with a reference takes the place of the first',
    withoutGuard('refund.duplicate-reference'),
  ),
  mutant(
    'refund.duplicate-reference',
    'refund-duplicate-with-400',
    'a duplicate reference is refused with 400',
    guard('refund.duplicate-reference', { status: 400 }),
  ),
  mutant(
    'refund.failed-reference-stays-used',
    'refund-failed-frees-reference',
    'the reference of a failed refund can be used again',
    guard('refund.duplicate-reference', {
      refuses: ({ merchant, body }) =>
        ![undefined, 'failed'].includes(merchant.records.refund.get(body.text('reference') ?? '')?.status),
    }),
  ),
  mutant(
    'refund.payment-not-found',
    'refund-unknown-payment-with-400',
    'an unknown payment is refused with 400',
    guard('refund.payment-unknown', { status: 400 }),
  ),
  mutant(
    'refund.payment-not-found',
    'refund-unknown-payment-not-found',
    'an unknown payment is refused with not_found',
    guard('refund.payment-unknown', { code: 'not_found' }),
  ),
  mutant(
    'refund.payment-not-found',
    'refund-of-nothing',
    'a refund of an unknown payment is taken',
    withoutGuard('refund.payment-unknown'),
  ),
  mutant(
    'refund.other-merchants-payment',
    'refund-of-anybodys-payment',
    "another merchant's checkout can be refunded",
    before('checkGuards', (asked, next) => {
      const reference = asked.body.text('paymentReference') ?? '';
      for (const { records } of isAt(asked, 'createRefund') ? asked.environment.merchants.values() : [])
        asked.payment ??= records.checkout.get(reference);
      return next();
    }),
  ),
  mutant(
    'refund.pending-payment',
    'refund-of-pending-payment',
    'a pending checkout can be refunded',
    guard('refund.payment-not-paid', { refuses: ({ payment }) => payment?.status === 'failed' }),
  ),
  mutant(
    'refund.pending-payment',
    'refund-of-pending-payment-with-422',
    'a refund of a pending checkout is refused with 422',
    guard('refund.payment-not-paid', { status: 422 }),
  ),
  mutant(
    'refund.failed-payment',
    'refund-of-failed-payment',
    'a failed checkout can be refunded',
    guard('refund.payment-not-paid', { refuses: ({ payment }) => payment?.status === 'pending' }),
  ),
  mutant(
    'refund.failed-payment',
    'refund-of-failed-payment-is-not-found',
    'a refund of a failed checkout is refused with payment_not_found',
    before('checkGuards', (asked, next) => {
      if (asked.payment?.status === 'failed') asked.payment = undefined;
      return next();
    }),
  ),
];

const amounts: readonly Mutant[] = [
  mutant(
    'refund.up-to-amount-paid',
    'refund-not-of-the-whole-amount',
    'a refund of exactly what is left is refused',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body }) =>
        payment !== undefined && (body.integer('amount') ?? 0) + payment.refunding >= payment.amount,
    }),
  ),
  mutant(
    'refund.up-to-amount-paid',
    'refund-only-once',
    'a checkout can be refunded once only',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body }) =>
        payment !== undefined && (payment.refunding > 0 || (body.integer('amount') ?? 0) > payment.amount),
    }),
  ),
  mutant(
    'refund.exceeds-paid',
    'refund-any-amount',
    'a refund of any amount is taken',
    withoutGuard('refund.exceeds-paid'),
  ),
  mutant(
    'refund.exceeds-paid',
    'refund-one-kobo-too-much',
    'one kobo more than what is left can be refunded',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body }) =>
        payment !== undefined && (body.integer('amount') ?? 0) + payment.refunding > payment.amount + 1,
    }),
  ),
  mutant(
    'refund.exceeds-paid',
    'refund-check-forgets-earlier-ones',
    'earlier refunds do not count',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body }) => payment !== undefined && (body.integer('amount') ?? 0) > payment.amount,
    }),
  ),
  mutant(
    'refund.exceeds-paid',
    'refund-exceeding-with-400',
    'a refund that exceeds what was paid is refused with 400',
    guard('refund.exceeds-paid', { status: 400 }),
  ),
  mutant(
    'refund.exceeds-paid',
    'refund-exceeding-with-another-code',
    'a refund that exceeds what was paid is refused with invalid_request',
    guard('refund.exceeds-paid', { code: 'invalid_request' }),
  ),
  mutant(
    'refund.pending-counts',
    'refund-check-forgets-pending',
    'pending refunds do not count against what is left',
    sum('refunding', 'refund', { while: ['succeeded'] }),
  ),
  mutant(
    'refund.exceeds-paid-says-what-is-left',
    'refund-exceeding-says-nothing',
    'the message does not say how much is left',
    exceeds(() => 'the amount is too much'),
  ),
  mutant(
    'refund.exceeds-paid-says-what-is-left',
    'refund-exceeding-says-what-was-paid',
    'the message says how much was paid, not how much is left',
    guard('refund.exceeds-paid', { message: ({ payment }) => `at most ${payment?.amount} kobo can be refunded` }),
  ),
  mutant(
    'refund.exceeds-paid-says-what-is-left',
    'refund-exceeding-one-off',
    'the message says one kobo too much',
    exceeds((left) => `${left + 1} kobo are left`),
  ),
  mutant(
    'refund.exceeding-has-no-effect',
    'refund-exceeding-uses-up',
    'a refused refund uses up what was left',
    guard('refund.exceeds-paid', {
      refuses: ({ payment, body }) => {
        const exceeding = payment !== undefined && (body.integer('amount') ?? 0) + payment.refunding > payment.amount;
        if (exceeding) payment.refunding = payment.amount;
        return exceeding;
      },
    }),
  ),
  mutant(
    'refund.concurrent-stay-within-paid',
    'refund-race',
    'refunds at once all find the amount free',
    hesitates('createRefund'),
  ),
  mutant(
    'refund.failed-frees-amount',
    'refund-failed-keeps-amount',
    'the amount of a failed refund stays taken',
    sum('refunding', 'refund', { while: ['pending', 'succeeded', 'failed'] }),
  ),
  mutant(
    'refund.failed-frees-amount',
    'refund-failed-adds-to-refunded',
    'a failed refund adds to refundedAmount',
    sum('refundedAmount', 'refund', { while: ['succeeded', 'failed'] }),
  ),
  mutant(
    'refund.adds-to-refunded-amount',
    'refund-not-added-up',
    'refundedAmount stays 0',
    sum('refundedAmount', 'refund', null),
  ),
  mutant(
    'refund.adds-to-refunded-amount',
    'refunded-amount-is-the-last',
    'refundedAmount is never more than the last refund',
    shows('getCheckout', (body, { record }) => {
      const last = [...(record?.merchant.records.refund.values() ?? [])].findLast(
        (refund) => refund.payment === record && refund.status === 'succeeded',
      );
      return { ...body, refundedAmount: last?.amount ?? 0 };
    }),
  ),
  mutant(
    'refund.adds-to-refunded-amount',
    'refunded-checkout-is-called-refunded',
    'a checkout with refunds has status refunded',
    shows('getCheckout', (body) => ({ ...body, status: Number(body.refundedAmount) > 0 ? 'refunded' : body.status })),
  ),
  mutant(
    'refund.pending-not-yet-refunded',
    'refund-counted-at-creation',
    'refundedAmount grows when the refund is created',
    sum('refundedAmount', 'refund', { while: ['pending', 'succeeded'] }),
  ),
];

export const refundMutants: readonly Mutant[] = [...creating, ...amounts];

function exceeds(words: (left: number) => string): Change {
  return guard('refund.exceeds-paid', {
    message: ({ payment }) => words(payment === undefined ? 0 : payment.amount - payment.refunding),
  });
}
