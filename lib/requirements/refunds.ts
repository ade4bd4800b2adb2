import type { Observation, Requirement } from './types.ts';

export const refunds = {
  'refund.created': {
    source: 'Endpoints, POST /v1/refunds',
    statement:
      'A valid refund of a succeeded checkout is answered with 201, with an `id`, the `reference` that was sent and one of the three states as `status`.',
    needs: ['buyer'],
  },

  'refund.required-fields': {
    source: 'Resources, Refund, create request, Required column',
    statement: 'A refund that lacks `reference`, `paymentReference` or `amount` is refused with 400 `invalid_request`.',
    needs: ['buyer'],
  },
  'refund.field-types': {
    source: 'Resources, Refund, create request, Type column',
    statement:
      'A refund with a number as `reference`, `paymentReference` or `reason` is refused with 400 `invalid_request`.',
    needs: ['buyer'],
  },
  'refund.amount-integer': {
    source: 'Resources, Refund, create request, amount',
    statement:
      'A refund `amount` that is no integer (a fraction such as 100.5, digits in a string, null) is refused with 400 `invalid_request`.',
    needs: ['buyer'],
  },
  'refund.amount-smallest': {
    source: 'Limits, Refund amount',
    statement: 'A refund of 1 kobo is accepted.',
    needs: ['buyer'],
  },
  'refund.amount-too-small': {
    source: 'Limits, Refund amount',
    statement: 'A refund of 0 kobo, or of a negative amount, is refused with 400 `invalid_request`.',
    needs: ['buyer'],
  },
  'refund.reason-longest': {
    source: 'Limits, Refund reason',
    statement: 'A `reason` of 255 characters is accepted.',
    needs: ['buyer'],
  },
  'refund.reason-too-long': {
    source: 'Limits, Refund reason',
    statement: 'A `reason` of 256 characters is refused with 400 `invalid_request`.',
    needs: ['buyer'],
  },
  'refund.duplicate-reference': {
    source: 'Errors, duplicate_reference',
    statement:
      'A second refund with a `reference` already used, under another idempotency key, is refused with 409 `duplicate_reference`.',
    needs: ['buyer'],
  },
  'refund.failed-reference-stays-used': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'The `reference` of a failed refund stays used: a retry with it is refused with 409 `duplicate_reference`.',
    needs: ['buyer'],
  },

  'refund.payment-not-found': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'A refund whose `paymentReference` names no checkout is refused with 404 `payment_not_found`.',
    needs: [],
  },
  'refund.other-merchants-payment': {
    source: 'Endpoints, behaviour rule 3',
    statement: "A refund of another merchant's checkout is refused with 404 `payment_not_found`.",
    needs: ['buyer', 'other-merchant'],
  },
  'refund.pending-payment': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'A refund of a checkout that is still `pending` is refused with 409 `payment_not_paid`.',
    needs: [],
    smoke: true,
  },
  'refund.failed-payment': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'A refund of a checkout that has `failed` is refused with 409 `payment_not_paid`.',
    needs: ['payment-failure'],
  },
  'refund.up-to-amount-paid': {
    source: 'Limits, Refund amount',
    statement: 'Refunds up to exactly the amount paid are accepted, as one or in several parts.',
    needs: ['buyer'],
  },
  'refund.exceeds-paid': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund whose amount, with earlier refunds that did not fail, exceeds what was paid is refused with 422 `refund_exceeds_paid`.',
    needs: ['buyer'],
    smoke: true,
  },
  'refund.pending-counts': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund that is not settled yet already counts: with it, one kobo too much is refused with 422 `refund_exceeds_paid`.',
    needs: ['buyer'],
  },
  'refund.exceeds-paid-says-what-is-left': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'The message of `refund_exceeds_paid` holds the amount that is still refundable, in kobo or in naira.',
    needs: ['buyer'],
  },
  'refund.exceeding-has-no-effect': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'A refund refused for its amount uses nothing up: what was left can still be refunded in full.',
    needs: ['buyer'],
  },
  'refund.concurrent-stay-within-paid': {
    source: 'Limits, Refund amount',
    statement:
      'Refunds sent at once, each within the amount paid but too much together, are accepted only as far as their sum fits.',
    needs: ['buyer'],
  },
  'refund.failed-frees-amount': {
    source: 'States and transitions, Refund, settlement failure',
    statement:
      'A failed refund leaves `refundedAmount` as it was, and its amount is refundable again under a new reference.',
    needs: ['buyer'],
  },

  'refund.record-found': {
    source: 'Endpoints, GET /v1/refunds/{reference}',
    statement:
      "GET by the refund's reference answers 200 with a record of that `reference`, the create response's `id` and one of the three states.",
    needs: ['buyer'],
  },
  'refund.record-as-sent': {
    source: 'Resources, Refund record',
    statement:
      'The record of a refund returns `paymentReference`, `amount` and `reason` as they were sent, and `currency` `NGN`.',
    needs: ['buyer'],
  },
  'refund.record-nulls': {
    source: 'Resources, Refund record',
    statement:
      'The record of a refund that was given no reason and has not failed has `reason` and `failureReason` null.',
    needs: ['buyer'],
  },
  'refund.record-created-at': {
    source: 'Resources, Refund record',
    statement: 'The record of a refund has `createdAt`, an ISO 8601 date-time.',
    needs: ['buyer'],
  },
  'refund.unknown-reference': {
    source: 'Errors, other rules',
    statement: 'GET by a refund reference that was never used is answered with 404 in the error shape.',
    needs: [],
  },
  'refund.other-merchant-sees-nothing': {
    source: 'Errors, other rules',
    statement: "GET of one merchant's refund with another merchant's credentials is answered with 404.",
    needs: ['buyer', 'other-merchant'],
  },

  'refund.settles': {
    source: 'States and transitions, Refund, sandbox',
    statement: 'In sandbox a refund becomes `succeeded` by itself soon after its creation.',
    needs: ['buyer'],
    smoke: true,
  },
  'refund.adds-to-refunded-amount': {
    source: 'States and transitions, Refund, settlement success',
    statement:
      "When refunds have succeeded, the checkout's `refundedAmount` is their sum, and it is still `succeeded`.",
    needs: ['buyer'],
  },
  'refund.pending-not-yet-refunded': {
    source: 'States and transitions, Refund, settlement success',
    statement: "As long as a refund is `pending`, the checkout's `refundedAmount` does not hold its amount.",
    needs: ['buyer'],
  },
  'refund.sandbox-fail': {
    source: 'Resources, Refund, create request, reason',
    statement:
      'In sandbox a refund with `reason` `sandbox_fail` becomes `failed`, and its `failureReason` is a non-empty string.',
    needs: ['buyer'],
  },
  'refund.sandbox-fail-exact': {
    source: 'Resources, Refund, create request, reason',
    statement:
      'In sandbox only the exact value forces the failure: `SANDBOX_FAIL` or a longer text around it becomes `succeeded`.',
    needs: ['buyer'],
  },
} as const satisfies Record<string, Requirement>;

export const refundObservations = {
  'refund.reference-length': {
    source: 'Limits, last paragraph',
    question: 'how long the reference of a refund may be, and which characters it may hold',
    needs: ['buyer'],
  },
  'refund.status-on-create': {
    source: 'Resources, Refund, create response',
    question: 'which status the create response has, and how long settlement takes',
    needs: ['buyer'],
  },
} as const satisfies Record<string, Observation>;
