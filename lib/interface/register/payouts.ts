import type { Observation, Requirement } from './types.ts';

export const payouts = {
  'payout.created': {
    source: 'Endpoints, POST /v1/payouts',
    statement:
      'A valid payout is answered with 201, with an `id`, the `reference` that was sent and one of the three states as `status`.',
    needs: [],
  },

  'payout.required-fields': {
    source: 'Resources, Payout, create request, Required column',
    statement:
      'A payout in which `reference`, `amount`, `currency` or `recipient`, or there `bankName`, `accountNumber` or `accountName`, is missing or null is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.field-types': {
    source: 'Resources, Payout, create request, Type column',
    statement:
      'A payout with a number, a boolean, a list or an object where `reference`, `currency`, `narration` or a field of `recipient` should be a string, or with anything else where `recipient` should be an object, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.duplicate-reference': {
    source: 'Errors, duplicate_reference',
    statement:
      'A second payout with a `reference` already used, under another idempotency key, is refused with 409 `duplicate_reference`.',
    needs: [],
  },
  'payout.concurrent-same-reference': {
    source: 'Resources, Payout, create request, reference',
    statement:
      'Of several payouts sent at once with one `reference` and different idempotency keys exactly one is answered with 201, the others with 409 `duplicate_reference`, and its record is the one that was accepted.',
    needs: [],
  },
  'payout.reference-case': {
    source: 'Resources, Payout, create request, reference',
    statement:
      'A `reference` that differs from a used one, be it in the case of a letter, a sign or its last character, is not refused as used, and each payout is found by its own.',
    needs: [],
  },
  'payout.references-apart': {
    source: 'Endpoints, GET /v1/payouts/{reference}',
    statement:
      'When another merchant asks for a payout with the same `reference`, each finds its own payout by it, or none.',
    needs: ['other-merchant'],
  },
  'payout.settled-reference-stays-used': {
    source: 'Resources, Payout, create request, reference',
    statement:
      'The `reference` of a payout that settled, whichever way, stays used: another payout with it is refused with 409 `duplicate_reference`.',
    needs: [],
  },
  'payout.amount-integer': {
    source: 'Resources, Payout, create request, amount',
    statement:
      'A payout `amount` that is no integer (a fraction such as 10000.5, a string, a boolean, a list, an object, null) is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.amount-smallest': {
    source: 'Limits, Payout amount',
    statement: 'A payout of 10,000 kobo is accepted, and of any amount above it up to the maximum.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.amount-too-small': {
    source: 'Limits, Payout amount',
    statement: 'A payout of 9,999 kobo, or of any less, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.amount-largest': {
    source: 'Limits, Payout amount',
    statement: 'In sandbox a payout of 2,000,000,000 kobo is accepted, and of any amount just below it.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.amount-kept': {
    source: 'What the service does, amounts; Resources, Payout record',
    statement:
      'The record of a payout has exactly the `amount` that was sent, whichever integer from 10,000 to 2,000,000,000 it is.',
    needs: [],
  },
  'payout.amount-too-large': {
    source: 'Limits, Payout amount',
    statement: 'A payout of 2,000,000,001 kobo, or of any more, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.sandbox-ignores-balance': {
    source: 'Endpoints, behaviour rule 4',
    statement:
      'In sandbox the balance does not limit a payout: a merchant may create one above it, whatever was paid in, refunded or paid out before, and it succeeds.',
    needs: ['own-merchant'],
  },
  'payout.live-limit-follows': {
    source: 'Endpoints, behaviour rule 4',
    statement:
      'In live payouts are accepted up to exactly what several payments left after each earlier payout, and one kobo more is refused with 422 `insufficient_balance`; what is unpaid or was refused does not count, and where a payment counts at once it does so whatever was read or refused before.',
    needs: ['live', 'live-buyer'],
  },
  'payout.live-refused-creates-nothing': {
    source: 'Endpoints, behaviour rule 4',
    statement:
      'A live payout refused for the balance does not exist, and its reference is free: a smaller payout may have it.',
    needs: ['live', 'live-buyer'],
  },
  'payout.currency-only-ngn': {
    source: 'Resources, Payout, create request, currency',
    statement:
      'A payout in a `currency` that is not exactly `NGN`, such as `USD` or `ngn`, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.unsupported-bank': {
    source: 'Endpoints, behaviour rule 4',
    statement: 'A payout whose `recipient.bankName` matches no Nigerian bank is refused with 422 `unsupported_bank`.',
    needs: [],
    smoke: true,
  },
  'payout.listed-bank-accepted': {
    source: 'Resources, Bank list; Endpoints, behaviour rule 4',
    statement:
      'A payout to a bank of the list, named as the list names it, is accepted: the list is of the Nigerian banks that names are matched to.',
    needs: [],
  },
  'payout.account-number-too-short': {
    source: 'Limits, Payout account number',
    statement: 'A payout to an account number of fewer than 10 digits is refused with 400 `invalid_request`.',
    needs: [],
    smoke: true,
    weighs: 'wrong-requests',
  },
  'payout.account-number-too-long': {
    source: 'Limits, Payout account number',
    statement:
      'A payout to an account number of more than 10 digits, or of 10 digits and anything before or after them, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.account-number-digits': {
    source: 'Resources, Payout, create request, recipient.accountNumber',
    statement:
      'A payout to an account number with anything else in it than digits 0 to 9 is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.narration-longest': {
    source: 'Limits, Payout narration',
    statement: 'A `narration` of 100 characters, whatever their bytes, is accepted, and the record returns it whole.',
    needs: [],
    weighs: 'texts',
  },
  'payout.narration-too-long': {
    source: 'Limits, Payout narration',
    statement: 'A `narration` of 101 characters is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'texts',
  },
  'payout.body-object': {
    source: 'What the service does, request bodies',
    statement: 'A payout whose body is a list, a text, a number or null is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.refused-creates-nothing': {
    source: 'Errors',
    statement:
      'A payout that was refused, with 400 or for its bank, does not exist, then or an hour later, and its reference is free: a valid payout may have it.',
    needs: [],
  },
  'payout.refused-sends-nothing': {
    source: 'Events, event kinds',
    statement: 'A payout that was refused sends no event.',
    needs: ['webhooks'],
    waits: '1h',
  },

  'payout.record-found': {
    source: 'Endpoints, GET /v1/payouts/{reference}',
    statement:
      "GET by the payout's reference answers 200 with a record of that `reference`, the create response's `id` and one of the three states.",
    needs: [],
  },
  'payout.record-as-sent': {
    source: 'Resources, Payout record',
    statement: 'The record of a payout returns `amount` and `narration` as they were sent, and `currency` `NGN`.',
    needs: [],
  },
  'payout.record-recipient': {
    source: 'Resources, Payout record',
    statement: 'The record of a payout has `recipient` as an object.',
    needs: [],
  },
  'payout.record-nulls': {
    source: 'Resources, Payout record',
    statement:
      'The record of a payout has `failureReason`, a string or null, and `narration` null when none was given.',
    needs: [],
    weighs: 'texts',
  },
  'payout.record-created-at': {
    source: 'Resources, Payout record',
    statement: 'The record of a payout has `createdAt`, an ISO 8601 date-time.',
    needs: [],
    weighs: 'texts',
  },
  'payout.created-at-true': {
    source: 'Resources, Payout record',
    statement: "`createdAt` is the time at which the payout was created, on the target's own clock.",
    needs: [],
  },
  'payout.record-stays': {
    source: 'Resources, Payout record',
    statement:
      'Once the payout has settled, when its reference is used again, by another kind as well, and a day later, the record returns `id`, `reference`, `amount`, `currency`, `narration` and `createdAt` as at first.',
    needs: [],
  },
  'payout.unknown-reference': {
    source: 'Errors, other rules',
    statement:
      'GET by a payout reference that was never used, also by an id or a reference of another kind, is answered with 404 in the error shape.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'payout.other-merchant-sees-nothing': {
    source: 'Errors, other rules',
    statement:
      "GET of one merchant's payout, in whatever state it is, with another merchant's credentials is answered with 404.",
    needs: ['other-merchant'],
    weighs: 'others-property',
  },

  'payout.succeeds': {
    source: 'States and transitions, Payout, sandbox',
    statement:
      'In sandbox a payout to any other account than `0000000000`, `0123456789` included, becomes `succeeded` by itself soon after its creation, whatever its amount and narration.',
    needs: [],
  },
  'payout.failing-account': {
    source: 'States and transitions, Payout, sandbox',
    statement:
      'In sandbox every payout to account `0000000000` is accepted and becomes `failed` soon after its creation, whatever its amount, its narration and the name of its holder.',
    needs: [],
  },
  'payout.succeeded-is-final': {
    source: 'States and transitions, Payout',
    statement:
      'A payout that succeeded is over: when its reference is used again, an hour and a day later its `status` and `failureReason` are what they were.',
    needs: [],
  },
  'payout.failed-is-final': {
    source: 'States and transitions, Payout',
    statement:
      'A payout that failed is over: when its reference is used again, an hour and a day later its `status` and `failureReason` are what they were.',
    needs: [],
  },
  'payout.ends-once': {
    source: 'States and transitions, Payout; Events',
    statement:
      'A payout that has ended sends no event of the other end and no second event of its own, also a day later.',
    needs: ['webhooks'],
    waits: '25h',
  },
} as const satisfies Record<string, Requirement>;

export const payoutObservations = {
  'payout.bank-code': {
    source: 'Resources, Payout, below the create request',
    question:
      'whether `recipient.bankCode` is accepted, and whether it replaces or changes the matching of the bank name',
    needs: [],
  },
  'payout.recipient-fields': {
    source: 'Resources, Payout record',
    question: 'which fields the `recipient` of a record has',
    needs: [],
  },
  'payout.reference-length': {
    source: 'Limits, last paragraph',
    question: 'how long the reference of a payout may be, and which characters it may hold',
    needs: [],
  },
  'payout.status-on-create': {
    source: 'Resources, Payout, create response',
    question: 'which status the create response of a payout has, and how long settlement takes',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
