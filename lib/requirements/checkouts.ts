import type { Observation, Requirement } from './types.ts';

export const checkouts = {
  'checkout.created': {
    source: 'Endpoints, POST /v1/checkouts',
    statement:
      'A valid create request is answered with 201, with an `id`, the `reference` that was sent and `status` `pending`.',
    needs: [],
    smoke: true,
  },
  'checkout.url': {
    source: 'Resources, Checkout, create response',
    statement: 'The create response and the record carry `checkoutUrl`, an absolute http or https address.',
    needs: [],
  },

  'checkout.required-fields': {
    source: 'Resources, Checkout, create request, Required column',
    statement:
      'A create request that lacks `reference`, `amount`, `currency`, `customer.email` or `returnUrl` is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.field-types': {
    source: 'Resources, Checkout, create request, Type column',
    statement:
      'A number where `reference`, `currency`, `customer.email`, `returnUrl` or `description` should be a string, or text where `metadata` should be an object, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.reference-longest': {
    source: 'Limits, Checkout reference',
    statement: 'A `reference` of 100 characters is accepted, and the record is found by it.',
    needs: [],
  },
  'checkout.reference-too-long': {
    source: 'Limits, Checkout reference',
    statement: 'A `reference` of 101 characters is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.reference-allowed-characters': {
    source: 'Limits, Checkout reference',
    statement:
      'A `reference` may hold ASCII letters of both cases, digits and each of `.`, `_`, `:`, `-`; the record is found by it.',
    needs: [],
  },
  'checkout.reference-forbidden-characters': {
    source: 'Limits, Checkout reference',
    statement:
      'A `reference` with any other character, such as a space, `/`, `#`, `@`, `+` or `%`, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.duplicate-reference': {
    source: 'Endpoints, behaviour rule 1',
    statement:
      'A second checkout with a `reference` already used, under another idempotency key, is refused with 409 `duplicate_reference`, and the first stays as it was.',
    needs: [],
    smoke: true,
  },
  'checkout.concurrent-same-reference': {
    source: 'Resources, Checkout, create request, reference',
    statement:
      'Of several creates sent at once with one `reference` and different idempotency keys exactly one is answered with 201, the others with 409 `duplicate_reference`.',
    needs: [],
  },
  'checkout.reference-unique-per-merchant': {
    source: 'Resources, Checkout, create request, reference',
    statement: 'Two merchants may each use the same `reference`: both creates are answered with 201.',
    needs: ['other-merchant'],
  },
  'checkout.failed-reference-stays-used': {
    source: 'States and transitions, Checkout',
    statement:
      'The `reference` of a failed checkout stays used: a new attempt with it is refused with 409 `duplicate_reference`.',
    needs: ['payment-failure'],
  },

  'checkout.amount-integer': {
    source: 'Resources, Checkout, create request, amount',
    statement:
      'An `amount` that is no integer (a fraction such as 1000.5, digits in a string, null) is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.amount-smallest': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 100 kobo is accepted.',
    needs: [],
  },
  'checkout.amount-too-small': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 99 kobo is refused with 400 `invalid_request`.',
    needs: [],
    smoke: true,
  },
  'checkout.amount-largest': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 2,000,000,000 kobo is accepted.',
    needs: [],
  },
  'checkout.amount-too-large': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 2,000,000,001 kobo is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.currency-only-ngn': {
    source: 'Resources, Checkout, create request, currency',
    statement: 'A `currency` other than `NGN`, such as `USD`, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.email-malformed': {
    source: 'Resources, Checkout, create request, customer.email',
    statement:
      'A `customer.email` that is no e-mail address, such as text without an `@`, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.return-url-malformed': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement: 'A `returnUrl` that is no URI, such as plain words with spaces, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.return-url-http-in-sandbox': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement: 'In sandbox an http `returnUrl` is accepted.',
    needs: [],
  },
  'checkout.description-longest': {
    source: 'Limits, Checkout description',
    statement: 'A `description` of 255 characters is accepted.',
    needs: [],
  },
  'checkout.description-too-long': {
    source: 'Limits, Checkout description',
    statement: 'A `description` of 256 characters is refused with 400 `invalid_request`.',
    needs: [],
  },
  'checkout.metadata-largest': {
    source: 'Limits, Checkout metadata',
    statement: 'A `metadata` object of 4,000 bytes is accepted, and the record returns it whole.',
    needs: [],
  },
  'checkout.metadata-too-large': {
    source: 'Limits, Checkout metadata',
    statement: 'A `metadata` object with one ASCII value of 5,000 characters is refused with 400 `invalid_request`.',
    needs: [],
  },

  'checkout.record-found': {
    source: 'Endpoints, GET /v1/checkouts/{reference}',
    statement:
      "GET by the reference of a created checkout answers 200 with a record of that `reference` and the create response's `id`.",
    needs: [],
    smoke: true,
  },
  'checkout.record-as-sent': {
    source: 'Resources, Checkout record',
    statement: 'The record returns `amount`, `currency`, `description` and `customer.email` as they were sent.',
    needs: [],
  },
  'checkout.record-metadata': {
    source: 'Resources, Checkout, create request, metadata',
    statement:
      'The record returns `metadata` as it was sent, nested objects, lists, numbers, booleans and non-ASCII text included.',
    needs: [],
  },
  'checkout.optional-fields': {
    source: 'Resources, Checkout record, description and metadata',
    statement: 'A checkout may be created without `description` and `metadata`, and its record then has both as null.',
    needs: [],
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
  },
  'checkout.unknown-reference': {
    source: 'Errors, other rules',
    statement: 'GET by a reference that was never used is answered with 404 in the error shape.',
    needs: [],
  },
  'checkout.other-merchant-sees-nothing': {
    source: 'Errors, other rules',
    statement: "GET of one merchant's checkout with another merchant's credentials is answered with 404.",
    needs: ['other-merchant'],
  },

  'checkout.paid': {
    source: 'States and transitions, Checkout, buyer pays',
    statement: 'A checkout that the buyer paid becomes `succeeded`.',
    needs: ['buyer'],
    smoke: true,
  },
  'checkout.paid-at-set': {
    source: 'States and transitions, Checkout, buyer pays',
    statement: 'The record of a paid checkout has `paidAt`, an ISO 8601 date-time, and `failureReason` null.',
    needs: ['buyer'],
  },
  'checkout.paid-does-not-expire': {
    source: 'States and transitions, Checkout',
    statement: 'A paid checkout is still `succeeded` 24 hours after its creation.',
    needs: ['buyer'],
    waits: '24h',
  },
  'checkout.payment-fails': {
    source: 'States and transitions, Checkout, payment fails',
    statement:
      'A checkout whose payment failed becomes `failed`, and its `failureReason` says why in a non-empty string.',
    needs: ['payment-failure'],
  },
  'checkout.failed-stays-failed': {
    source: 'States and transitions, Checkout',
    statement: 'A failed checkout cannot be paid any more: when a buyer tries, it stays `failed`.',
    needs: ['buyer', 'payment-failure'],
  },
  'checkout.expires': {
    source: 'Limits, Checkout expiry',
    statement:
      'An unpaid checkout becomes `failed` with `failureReason` `expired` 24 hours after its creation, and is `pending` until shortly before.',
    needs: [],
    waits: '24h',
  },
} as const satisfies Record<string, Requirement>;

export const checkoutObservations = {
  'checkout.metadata-between': {
    source: 'Limits, Checkout metadata',
    question: 'where between 4,000 and 5,000 bytes the limit of metadata lies',
    needs: [],
  },
  'checkout.reference-other-letters': {
    source: 'Limits, Checkout reference',
    question: 'whether letters outside ASCII count as letters of a reference',
    needs: [],
  },
  'checkout.dot-references': {
    source: 'Limits, Checkout reference',
    question:
      'what becomes of the references `.` and `..`, which the allowed characters permit and addresses cannot hold',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
