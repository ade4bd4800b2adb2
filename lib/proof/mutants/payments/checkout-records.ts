/** Defects of the record of a checkout, and of its states. */
import { addedTransition, endpoint, field, omits, shows, timer, transition } from '../change.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { seesOthers } from '../others.ts';

const record: readonly Mutant[] = [
  mutant(
    'checkout.record-found',
    'checkout-record-with-201',
    'GET is answered with 201',
    endpoint('getCheckout', { status: 201 }),
  ),
  mutant(
    'checkout.record-found',
    'checkout-record-without-reference',
    'the record has no reference',
    omits('getCheckout', 'reference'),
  ),
  mutant(
    'checkout.record-found',
    'checkout-record-with-another-id',
    'the record has another id than the create response',
    shows('getCheckout', (body) => ({ ...body, id: `${body.id}x` })),
  ),
  ...(['amount', 'currency', 'description', 'customer'] as const).map((name) =>
    mutant(
      'checkout.record-as-sent',
      `checkout-record-without-${name}`,
      `the record has no ${name}`,
      omits('getCheckout', name),
    ),
  ),
  mutant(
    'checkout.record-as-sent',
    'checkout-record-amount-as-text',
    'the record has the amount as a string',
    shows('getCheckout', (body) => ({ ...body, amount: String(body.amount) })),
  ),
  mutant(
    'checkout.record-as-sent',
    'checkout-record-amount-in-naira',
    'the record has the amount in naira',
    shows('getCheckout', (body) => ({ ...body, amount: Number(body.amount) / 100 })),
  ),
  mutant(
    'checkout.record-metadata',
    'checkout-record-without-metadata',
    'the record has no metadata',
    omits('getCheckout', 'metadata'),
  ),
  mutant(
    'checkout.record-metadata',
    'checkout-metadata-flattened',
    'nested metadata comes back as text',
    shows('getCheckout', ({ metadata, ...body }) => ({
      ...body,
      metadata:
        metadata &&
        Object.fromEntries(
          Object.entries(metadata).map(([key, value]) => [
            key,
            typeof value === 'object' ? JSON.stringify(value) : value,
          ]),
        ),
    })),
  ),
  mutant(
    'checkout.record-metadata',
    'checkout-metadata-ascii-only',
    'non-ASCII text in metadata comes back as question marks',
    shows('getCheckout', ({ metadata, ...body }) => ({
      ...body,
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins there
      metadata: metadata && JSON.parse(JSON.stringify(metadata).replace(/[^\x00-\x7f]/g, '?')),
    })),
  ),
  mutant(
    'checkout.optional-fields',
    'checkout-description-required',
    'a checkout without description is refused',
    field('checkout', 'description', { required: true }),
  ),
  mutant(
    'checkout.optional-fields',
    'checkout-metadata-empty-for-null',
    'without metadata the record has an empty object',
    shows('getCheckout', (body) => ({ ...body, metadata: body.metadata ?? {} })),
  ),
  mutant(
    'checkout.optional-fields',
    'checkout-description-empty-for-null',
    'without description the record has an empty text',
    shows('getCheckout', (body) => ({ ...body, description: body.description ?? '' })),
  ),
  mutant(
    'checkout.record-payment-method',
    'checkout-record-without-payment-method',
    'the record has no paymentMethod',
    omits('getCheckout', 'paymentMethod'),
  ),
  mutant(
    'checkout.record-payment-method',
    'checkout-payment-method-object',
    'paymentMethod is an object',
    shows('getCheckout', (body) => ({ ...body, paymentMethod: { kind: body.paymentMethod } })),
  ),
  mutant(
    'checkout.record-unpaid',
    'checkout-record-without-refunded-amount',
    'the record has no refundedAmount',
    omits('getCheckout', 'refundedAmount'),
  ),
  mutant(
    'checkout.record-unpaid',
    'checkout-unpaid-has-paid-at',
    'an unpaid checkout has paidAt',
    shows('getCheckout', (body) => ({ ...body, paidAt: body.paidAt ?? body.createdAt })),
  ),
  mutant(
    'checkout.record-unpaid',
    'checkout-unpaid-has-failure-reason',
    'failureReason is an empty text where nothing failed',
    shows('getCheckout', (body) => ({ ...body, failureReason: body.failureReason ?? '' })),
  ),
  mutant(
    'checkout.record-created-at',
    'checkout-record-without-created-at',
    'the record has no createdAt',
    omits('getCheckout', 'createdAt'),
  ),
  mutant(
    'checkout.record-created-at',
    'checkout-created-at-in-seconds',
    'createdAt is a number of seconds',
    shows('getCheckout', (body) => ({ ...body, createdAt: Math.floor(Date.parse(String(body.createdAt)) / 1_000) })),
  ),
  mutant(
    'checkout.unknown-reference',
    'checkout-unknown-with-200',
    'GET of an unknown reference is answered with 200',
    (rules) => ({
      ...rules,
      decisions: {
        ...rules.decisions,
        unknown: { ...rules.decisions.unknown, checkout: { status: 200, code: 'none' } },
      },
    }),
  ),
  mutant(
    'checkout.unknown-reference',
    'checkout-unknown-with-400',
    'GET of an unknown reference is answered with 400',
    (rules) => ({
      ...rules,
      decisions: {
        ...rules.decisions,
        unknown: { ...rules.decisions.unknown, checkout: { status: 400, code: 'invalid_request' } },
      },
    }),
  ),
  seesOthers(
    'checkout.other-merchant-sees-nothing',
    'checkout-seen-by-others',
    'any merchant can read any checkout',
    'getCheckout',
  ),
];

const states: readonly Mutant[] = [
  mutant(
    'checkout.paid',
    'checkout-paid-stays-pending',
    'a paid checkout stays pending',
    transition('checkout', 'pay', { to: 'pending' }),
  ),
  mutant(
    'checkout.paid',
    'checkout-paid-is-called-paid',
    'a paid checkout has status paid',
    shows('getCheckout', (body) => ({ ...body, status: body.status === 'succeeded' ? 'paid' : body.status })),
  ),
  mutant(
    'checkout.paid-at-set',
    'checkout-paid-at-not-set',
    'the record of a paid checkout has no paidAt',
    shows('getCheckout', (body) => ({ ...body, paidAt: null })),
  ),
  mutant(
    'checkout.paid-at-set',
    'checkout-paid-at-is-created-at',
    'paidAt of a paid checkout is the time of its creation',
    shows('getCheckout', (body) => ({ ...body, paidAt: body.paidAt && body.createdAt })),
  ),
  mutant(
    'checkout.paid-does-not-expire',
    'checkout-paid-expires',
    'a paid checkout fails after a day',
    addedTransition('checkout', { from: 'succeeded', on: 'too late', to: 'failed', sends: null }),
    (rules) => ({
      ...rules,
      timers: [...rules.timers, { kind: 'checkout', in: 'succeeded', after: 86_000, on: 'too late' }],
    }),
  ),
  mutant(
    'checkout.payment-fails',
    'checkout-failure-stays-pending',
    'a checkout whose payment failed stays pending',
    transition('checkout', 'fail', { to: 'pending' }),
  ),
  mutant(
    'checkout.payment-fails',
    'checkout-failure-without-reason',
    'a failed checkout has no failureReason',
    transition('checkout', 'fail', { also: undefined }),
  ),
  mutant(
    'checkout.payment-fails',
    'checkout-failure-with-empty-reason',
    'the failureReason of a failed checkout is empty',
    shows('getCheckout', (body) => ({
      ...body,
      failureReason: body.failureReason === 'declined' ? '' : body.failureReason,
    })),
  ),
  mutant(
    'checkout.failed-stays-failed',
    'checkout-failed-can-be-paid',
    'a failed checkout can still be paid',
    addedTransition('checkout', { from: 'failed', on: 'pay', to: 'succeeded', sends: 'payment.succeeded' }),
  ),
  mutant(
    'checkout.expires',
    'checkout-never-expires',
    'an unpaid checkout stays pending',
    timer('checkout', 'pending', null),
  ),
  mutant(
    'checkout.expires',
    'checkout-expires-after-23-hours',
    'a checkout expires after 23 hours',
    timer('checkout', 'pending', { after: 23 * 3_600 }),
  ),
  mutant(
    'checkout.expires',
    'checkout-expires-after-25-hours',
    'a checkout expires after 25 hours',
    timer('checkout', 'pending', { after: 25 * 3_600 }),
  ),
  mutant(
    'checkout.expires',
    'checkout-expired-is-called-timeout',
    'the failureReason of an expired checkout is timeout',
    shows('getCheckout', (body) => ({
      ...body,
      failureReason: body.failureReason === 'expired' ? 'timeout' : body.failureReason,
    })),
  ),
];

export const checkoutRecordMutants: readonly Mutant[] = [...record, ...states];
