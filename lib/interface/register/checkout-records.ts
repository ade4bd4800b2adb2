import type { Requirement } from './types.ts';

export const checkoutRecords = {
  'checkout.record-found': {
    source: 'Endpoints, GET /v1/checkouts/{reference}',
    statement:
      "GET by the reference of a created checkout answers 200 with a record of that `reference` and the create response's `id`.",
    needs: [],
    smoke: true,
  },
  'checkout.record-as-sent': {
    source: 'Resources, Checkout record',
    statement:
      'The record returns `amount`, `currency`, `description` and `customer.email` as they were sent, whatever the description says.',
    needs: [],
  },
  'checkout.record-metadata': {
    source: 'Resources, Checkout, create request, metadata',
    statement:
      'The record returns `metadata` as it was sent, whatever JSON object it is: nested or empty, with lists, numbers, booleans, nulls and non-ASCII text in the order of their lists.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.optional-fields': {
    source: 'Resources, Checkout record, description and metadata',
    statement:
      'A checkout may be created without `description` and `metadata`, and its record then has as null what was not given, whatever names `metadata` holds.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.record-payment-method': {
    source: 'Resources, Checkout record, paymentMethod',
    statement: 'The record has `paymentMethod`, a string or null.',
    needs: [],
  },
  'checkout.record-unpaid': {
    source: 'Resources, Checkout record',
    statement:
      'The record of a new checkout is `pending`, with `refundedAmount` 0 and with `failureReason` and `paidAt` null.',
    needs: [],
  },
  'checkout.record-created-at': {
    source: 'Resources, Checkout record, createdAt',
    statement: 'The record has `createdAt`, an ISO 8601 date-time.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.created-at-true': {
    source: 'Resources, Checkout record, createdAt',
    statement: "`createdAt` is the time at which the checkout was created, on the target's own clock.",
    needs: ['buyer'],
  },
  'checkout.paid-at-true': {
    source: 'States and transitions, Checkout, buyer pays',
    statement: "`paidAt` is the time at which the buyer paid, on the target's own clock.",
    needs: ['buyer'],
  },
  'checkout.record-stays': {
    source: 'Resources, Checkout record',
    statement:
      'In every later state, and at any later time, the record returns `id`, `reference`, `amount`, `currency`, `description`, `customer`, `metadata` and `createdAt` as at first; refunds leave `status`, `paidAt` and `failureReason` as they were.',
    needs: [],
  },
  'checkout.nothing-refunded': {
    source: 'Resources, Checkout record, refundedAmount',
    statement:
      'A checkout of which nothing was refunded has `refundedAmount` 0, whether it succeeded, failed or expired.',
    needs: [],
  },
  'checkout.unpaid-has-no-paid-at': {
    source: 'Resources, Checkout record, paidAt',
    statement: 'A checkout that failed or expired, and so was never paid, has `paidAt` null.',
    needs: [],
  },
  'checkout.unknown-reference': {
    source: 'Errors, other rules',
    statement:
      'GET by a reference that was never used, also by a part of a used one, an id or a reference of another kind, is answered with 404 in the error shape.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.other-merchant-sees-nothing': {
    source: 'Errors, other rules',
    statement:
      "GET of one merchant's checkout, in whatever state it is, with another merchant's credentials is answered with 404.",
    needs: ['other-merchant'],
    weighs: 'others-property',
  },
} as const satisfies Record<string, Requirement>;
