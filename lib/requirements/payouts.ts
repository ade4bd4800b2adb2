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
      'A payout that lacks `reference`, `amount`, `currency` or `recipient`, or there `bankName`, `accountNumber` or `accountName`, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.field-types': {
    source: 'Resources, Payout, create request, Type column',
    statement:
      'A payout with a number where `reference`, `currency`, `narration` or a field of `recipient` should be a string is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.duplicate-reference': {
    source: 'Errors, duplicate_reference',
    statement:
      'A second payout with a `reference` already used, under another idempotency key, is refused with 409 `duplicate_reference`.',
    needs: [],
  },
  'payout.amount-integer': {
    source: 'Resources, Payout, create request, amount',
    statement:
      'A payout `amount` that is no integer (a fraction such as 10000.5, digits in a string, null) is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.amount-smallest': {
    source: 'Limits, Payout amount',
    statement: 'A payout of 10,000 kobo is accepted.',
    needs: [],
  },
  'payout.amount-too-small': {
    source: 'Limits, Payout amount',
    statement: 'A payout of 9,999 kobo is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.amount-largest': {
    source: 'Limits, Payout amount',
    statement: 'In sandbox a payout of 2,000,000,000 kobo is accepted.',
    needs: [],
  },
  'payout.amount-too-large': {
    source: 'Limits, Payout amount',
    statement: 'A payout of 2,000,000,001 kobo is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.sandbox-ignores-balance': {
    source: 'Endpoints, behaviour rule 4',
    statement:
      'In sandbox the balance does not limit a payout: a merchant without any balance may create one, and it succeeds.',
    needs: ['own-merchant'],
  },
  'payout.currency-only-ngn': {
    source: 'Resources, Payout, create request, currency',
    statement: 'A payout in a `currency` other than `NGN`, such as `USD`, is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.unsupported-bank': {
    source: 'Endpoints, behaviour rule 4',
    statement: 'A payout whose `recipient.bankName` matches no Nigerian bank is refused with 422 `unsupported_bank`.',
    needs: [],
    smoke: true,
  },
  'payout.account-number-too-short': {
    source: 'Limits, Payout account number',
    statement: 'A payout to an account number of 9 digits is refused with 400 `invalid_request`.',
    needs: [],
    smoke: true,
  },
  'payout.account-number-too-long': {
    source: 'Limits, Payout account number',
    statement: 'A payout to an account number of 11 digits is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.account-number-digits': {
    source: 'Resources, Payout, create request, recipient.accountNumber',
    statement:
      'A payout to an account number of 10 characters that are not all digits 0 to 9 is refused with 400 `invalid_request`.',
    needs: [],
  },
  'payout.narration-longest': {
    source: 'Limits, Payout narration',
    statement: 'A `narration` of 100 characters is accepted.',
    needs: [],
  },
  'payout.narration-too-long': {
    source: 'Limits, Payout narration',
    statement: 'A `narration` of 101 characters is refused with 400 `invalid_request`.',
    needs: [],
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
  },
  'payout.record-created-at': {
    source: 'Resources, Payout record',
    statement: 'The record of a payout has `createdAt`, an ISO 8601 date-time.',
    needs: [],
  },
  'payout.unknown-reference': {
    source: 'Errors, other rules',
    statement: 'GET by a payout reference that was never used is answered with 404 in the error shape.',
    needs: [],
  },
  'payout.other-merchant-sees-nothing': {
    source: 'Errors, other rules',
    statement: "GET of one merchant's payout with another merchant's credentials is answered with 404.",
    needs: ['other-merchant'],
  },

  'payout.succeeds': {
    source: 'States and transitions, Payout, sandbox',
    statement:
      'In sandbox a payout to any other account, `0123456789` included, becomes `succeeded` by itself soon after its creation.',
    needs: [],
    smoke: true,
  },
  'payout.failing-account': {
    source: 'States and transitions, Payout, sandbox',
    statement: 'In sandbox a payout to account `0000000000` is accepted and becomes `failed` soon after its creation.',
    needs: [],
    smoke: true,
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
