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
    statement:
      'A refund in which `reference`, `paymentReference` or `amount` is missing or null is refused with 400 `invalid_request`.',
    needs: ['buyer'],
    weighs: 'wrong-requests',
  },
  'refund.field-types': {
    source: 'Resources, Refund, create request, Type column',
    statement:
      'A refund with a number, a boolean, a list or an object as `reference`, `paymentReference` or `reason` is refused with 400 `invalid_request`.',
    needs: ['buyer'],
    weighs: 'wrong-requests',
  },
  'refund.amount-integer': {
    source: 'Resources, Refund, create request, amount',
    statement:
      'A refund `amount` that is no integer (a fraction such as 100.5, a string, a boolean, a list, an object, null) is refused with 400 `invalid_request`.',
    needs: ['buyer'],
    weighs: 'wrong-requests',
  },
  'refund.amount-smallest': {
    source: 'Limits, Refund amount',
    statement: 'A refund of 1 kobo is accepted, and of any amount above it of which enough is left.',
    needs: ['buyer'],
    weighs: 'wrong-requests',
  },
  'refund.amount-kept': {
    source: 'What the service does, amounts; Resources, Refund record',
    statement:
      'The record of a refund has exactly the `amount` that was sent, and `refundedAmount` grows by exactly that, from 1 kobo to 2,000,000,000.',
    needs: ['buyer'],
  },
  'refund.amount-too-small': {
    source: 'Limits, Refund amount',
    statement: 'A refund of 0 kobo, or of a negative amount, is refused with 400 `invalid_request`.',
    needs: ['buyer'],
    weighs: 'wrong-requests',
  },
  'refund.amount-huge': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'An amount far beyond what was paid, such as 2^31, 2^32 and some kobo, or 2^53 - 1, is refused.',
    needs: ['buyer'],
  },
  'refund.reason-longest': {
    source: 'Limits, Refund reason',
    statement: 'A `reason` of 255 characters, whatever their bytes, is accepted, and the record returns it whole.',
    needs: ['buyer'],
    weighs: 'texts',
  },
  'refund.reason-too-long': {
    source: 'Limits, Refund reason',
    statement: 'A `reason` of 256 characters is refused with 400 `invalid_request`.',
    needs: ['buyer'],
    weighs: 'texts',
  },
  'refund.body-object': {
    source: 'What the service does, request bodies',
    statement: 'A refund whose body is a list, a text, a number or null is refused with 400 `invalid_request`.',
    needs: ['buyer'],
  },
  'refund.refused-creates-nothing': {
    source: 'Errors',
    statement:
      'A refund that was refused does not exist, then or an hour later, and its reference is free: a valid refund may have it.',
    needs: ['buyer'],
  },
  'refund.refused-refunds-nothing': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund that was refused leaves checkouts, and what can be refunded of them, as they are, then and an hour later, also where what it named is paid or created afterwards.',
    needs: ['buyer'],
  },
  'refund.refused-sends-nothing': {
    source: 'Events, event kinds',
    statement: 'A refund that was refused sends no event.',
    needs: ['buyer', 'webhooks'],
    waits: '1h',
  },
  'refund.duplicate-reference': {
    source: 'Errors, duplicate_reference',
    statement:
      'A second refund with a `reference` already used, under another idempotency key, is refused with 409 `duplicate_reference`.',
    needs: ['buyer'],
  },
  'refund.concurrent-same-reference': {
    source: 'Resources, Refund, create request, reference',
    statement:
      'Of several refunds sent at once with one `reference` and different idempotency keys exactly one is answered with 201, the others with 409 `duplicate_reference`, and its record is the one that was accepted.',
    needs: ['buyer'],
  },
  'refund.reference-case': {
    source: 'Resources, Refund, create request, reference',
    statement:
      'A `reference` that differs from a used one, be it in the case of a letter, a sign or its last character, is not refused as used, and each refund is found by its own.',
    needs: ['buyer'],
  },
  'refund.references-apart': {
    source: 'Endpoints, GET /v1/refunds/{reference}',
    statement:
      'When another merchant asks for a refund with the same `reference`, each finds its own refund by it, or none.',
    needs: ['buyer', 'other-merchant'],
  },
  'refund.failed-reference-stays-used': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'The `reference` of a failed refund stays used: a retry with it is refused with 409 `duplicate_reference`.',
    needs: ['buyer'],
  },
  'refund.settled-reference-stays-used': {
    source: 'Resources, Refund, create request, reference',
    statement:
      'The `reference` of a refund that settled, whichever way, stays used: another refund with it is refused with 409 `duplicate_reference`.',
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
    weighs: 'others-property',
  },
  'refund.pending-payment': {
    source: 'Endpoints, behaviour rule 3',
    statement: 'A refund of a checkout that is still `pending` is refused with 409 `payment_not_paid`.',
    needs: [],
  },
  'refund.failed-payment': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund of a checkout that has `failed`, by its payment or because it expired, is refused with 409 `payment_not_paid`.',
    needs: ['payment-failure'],
  },
  'refund.up-to-amount-paid': {
    source: 'Limits, Refund amount',
    statement:
      'Refunds up to exactly the amount paid are accepted, as one or in several parts, whichever of them failed on the way.',
    needs: ['buyer'],
  },
  'refund.any-time-later': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A paid checkout can still be refunded a day after its payment, when its 24 hours are over, and days, a year or two after its first refund: nothing ends that, whichever way it was paid and whatever card, and in sandbox the refund succeeds.',
    needs: ['buyer'],
    waits: '25h',
  },
  'refund.exceeds-paid': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund whose amount, with earlier refunds that did not fail, exceeds what was paid is refused with 422 `refund_exceeds_paid`, after every history of refunds.',
    needs: ['buyer'],
    smoke: true,
    weighs: 'paid-twice',
  },
  'refund.pending-counts': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund that is not settled yet already counts, also when another of its reference was refused meanwhile: with it, one kobo too much is refused with 422 `refund_exceeds_paid`.',
    needs: ['buyer'],
    weighs: 'paid-twice',
  },
  'refund.exceeds-paid-says-what-is-left': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'The message of `refund_exceeds_paid` holds the amount that is still refundable, in kobo or in naira, after every history of refunds that leaves any.',
    needs: ['buyer'],
    weighs: 'paid-twice',
  },
  'refund.exceeding-has-no-effect': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'A refund refused for its amount uses nothing up and ends none that is pending: `refundedAmount` is what it was, and what was left can still be refunded in full.',
    needs: ['buyer'],
    weighs: 'paid-twice',
  },
  'refund.concurrent-stay-within-paid': {
    source: 'Limits, Refund amount',
    statement:
      'Refunds sent at once, each within the amount paid but too much together, are accepted only as far as their sum fits; the others are refused with 422 `refund_exceeds_paid`.',
    needs: ['buyer'],
    weighs: 'paid-twice',
  },
  'refund.concurrent-all-that-fit': {
    source: 'Endpoints, behaviour rule 3',
    statement:
      'Of refunds of one amount sent at once, as many are accepted as fit into what is left: a refund is only refused where those accepted leave too little.',
    needs: ['buyer'],
  },
  'refund.failed-frees-amount': {
    source: 'States and transitions, Refund, settlement failure',
    statement:
      'Each failed refund leaves `refundedAmount` as it was, and its amount is refundable again under a new reference.',
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
    weighs: 'texts',
  },
  'refund.record-created-at': {
    source: 'Resources, Refund record',
    statement: 'The record of a refund has `createdAt`, an ISO 8601 date-time.',
    needs: ['buyer'],
    weighs: 'texts',
  },
  'refund.created-at-true': {
    source: 'Resources, Refund record',
    statement: "`createdAt` is the time at which the refund was created, on the target's own clock.",
    needs: ['buyer'],
  },
  'refund.record-stays': {
    source: 'Resources, Refund record',
    statement:
      'Once the refund has settled, when its reference is used again, by another kind as well, and a day later, the record returns `id`, `reference`, `paymentReference`, `amount`, `currency`, `reason` and `createdAt` as at first.',
    needs: ['buyer'],
  },
  'refund.unknown-reference': {
    source: 'Errors, other rules',
    statement:
      'GET by a refund reference that was never used, also by an id or a reference of another kind, is answered with 404 in the error shape.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'refund.other-merchant-sees-nothing': {
    source: 'Errors, other rules',
    statement:
      "GET of one merchant's refund, in whatever state it is, with another merchant's credentials is answered with 404.",
    needs: ['buyer', 'other-merchant'],
    weighs: 'others-property',
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
