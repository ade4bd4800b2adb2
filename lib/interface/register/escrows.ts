import type { Observation, Requirement } from './types.ts';

/** Creating and reading an escrow. Its later states are in `escrow-states.ts`. */
export const escrows = {
  'escrow.created': {
    source: 'Endpoints, POST /v1/escrows',
    statement:
      'A valid escrow is answered with 201, with an `id`, the `reference` that was sent and `status` `pending_payment`.',
    needs: [],
  },
  'escrow.pay-url': {
    source: 'Resources, Escrow, create response',
    statement:
      'The create response of an escrow carries `payUrl`, an absolute http or https address, and no other escrow has the same one.',
    needs: [],
  },
  'escrow.optional-fields': {
    source: 'Resources, Escrow, create request, Required column',
    statement:
      'An escrow is accepted with 201 with nothing but its required fields, with all optional ones but the fee given, and with any of them beside another valid field.',
    needs: [],
    weighs: 'texts',
  },
  'escrow.optional-fee': {
    source: 'Resources, Escrow, create request, feeAmount',
    statement:
      "An escrow with `feeAmount` and, as `feeWalletId`, the merchant's own wallet is accepted with 201, whichever other valid field stands beside it (not exercised where none of the wallets known here is taken as such, or the fee is refused as too small or too large).",
    needs: [],
  },
  'escrow.sandbox-any-seller': {
    source: 'Resources, Escrow, create request, seller.walletId',
    statement:
      'In sandbox the seller wallet need not exist: an escrow for a 10-digit id that nobody made is accepted with 201, as is a second one, whichever other valid field is given, and whatever other merchants have set.',
    needs: [],
  },

  'escrow.required-fields': {
    source: 'Resources, Escrow, create request, Required column',
    statement:
      'An escrow that lacks `reference`, `amount`, `currency` or `seller.walletId` is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.duplicate-reference': {
    source: 'Errors, duplicate_reference',
    statement:
      'A second escrow with a `reference` already used, under another idempotency key, is refused with 409 `duplicate_reference`.',
    needs: [],
  },
  'escrow.reference-case': {
    source: 'Resources, Escrow, create request, reference',
    statement:
      'A `reference` that differs from that of another escrow, paid or not, be it in the case of a letter or in its last character, does not lead to that one, and is not refused as used.',
    needs: ['escrow-buyer'],
  },
  'escrow.amount-integer': {
    source: 'Resources, Escrow, create request, amount',
    statement:
      'An escrow `amount` that is no integer (a fraction such as 10000.5, digits in a string, true, a list, an object, null) is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.amount-smallest': {
    source: 'Limits, Escrow amount',
    statement: 'An escrow of 10,000 kobo is accepted, whichever other valid field is given.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.amount-too-small': {
    source: 'Limits, Escrow amount',
    statement:
      'An escrow of less than 10,000 kobo, such as 9,999, 0 or a negative amount, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.currency-only-ngn': {
    source: 'Resources, Escrow, create request, currency',
    statement: 'An escrow in a `currency` other than `NGN`, such as `USD`, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.field-types': {
    source: 'Resources, Escrow, create request, Type column',
    statement:
      'An escrow with anything but a string as `reference`, `currency`, `seller.walletId`, `buyer.email`, `conditions`, `description` or `returnUrl`, or with anything but an object as `seller`, `buyer`, `metadata` or the whole body, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.fee-integer': {
    source: 'Resources, Escrow, create request, feeAmount',
    statement:
      'A `feeAmount` that is no integer (a fraction, digits in a string, true, a list, an object) is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.fee-wallet-types': {
    source: 'Resources, Escrow, create request, feeWalletId',
    statement:
      'A `feeWalletId` that is no string (a number, true, a list, an object) is refused with 400 `invalid_request`.',
    needs: [],
  },
  'escrow.fee-wallet-required': {
    source: 'Resources, Escrow, create request, feeWalletId',
    statement:
      'An escrow with `feeAmount` but without `feeWalletId` is refused with 400 `invalid_request`, also after one that had both.',
    needs: [],
  },
  'escrow.auto-release-integer': {
    source: 'Resources, Escrow, create request, autoReleaseHours',
    statement:
      'An `autoReleaseHours` that is no integer (a fraction, digits in a string, true, a list, an object) is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.auto-release-shortest': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'An `autoReleaseHours` of 1 is accepted, whichever other valid field is given.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.auto-release-too-short': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'An `autoReleaseHours` of 0 or less is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.auto-release-longest': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'An `autoReleaseHours` of 720 is accepted, whichever other valid field is given.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.auto-release-too-long': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'An `autoReleaseHours` of 721 or more is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.shared-fields-too-large': {
    source: 'Resources, Escrow, create request, description, returnUrl, metadata',
    statement:
      'An escrow with a `description` of 256 characters, or with one ASCII text of 5,000 characters in `metadata`, at whatever depth, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'texts',
  },
  'escrow.return-url-malformed': {
    source: 'Resources, Escrow, create request, description, returnUrl, metadata',
    statement:
      'An escrow whose `returnUrl` is no URI, such as plain words with spaces, with a scheme before them or not, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.shared-fields-largest': {
    source: 'Resources, Escrow, create request, description, returnUrl, metadata',
    statement:
      'An escrow with a `description` of 255 characters, a `metadata` object of 4,000 bytes and, in sandbox, an http `returnUrl` is accepted.',
    needs: [],
    weighs: 'texts',
  },

  'escrow.record-found': {
    source: 'Endpoints, GET /v1/escrows/{reference}',
    statement: "GET by the escrow's reference answers 200 and, while it is unpaid, `status` `pending_payment`.",
    needs: [],
  },
  'escrow.amount-stored': {
    source: 'Endpoints, GET /v1/escrows/{reference}',
    statement:
      'GET of an escrow, which gives its amounts, shows the `amount` of its creation as an integer of kobo, also where a part of it is a fee, and where it is paid.',
    needs: [],
  },
  'escrow.unknown-reference': {
    source: 'Errors, other rules',
    statement:
      'GET by an escrow reference that was never used, also by an id or a reference of another kind, is answered with 404 in the error shape.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'escrow.refused-creates-nothing': {
    source: 'Errors, other rules',
    statement:
      'What was refused is not there: GET of its reference is 404, the reference can be used, and no event tells of it, whatever it was refused for.',
    needs: [],
  },
  'escrow.duplicate-leaves-the-first': {
    source: 'Errors, duplicate_reference',
    statement:
      'A refused duplicate leaves the first escrow as it was: its amount, its seller, who may pay it, and when it is released.',
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.other-merchant-cannot-act': {
    source: 'Authentication, first rule',
    statement:
      "Another merchant's GET, release, refund and cancel of an escrow, in whatever state it is, are refused with a 4xx status (GET with 404) and leave it as it is.",
    needs: ['other-merchant', 'escrow-buyer'],
    weighs: 'others-property',
  },
  'escrow.other-merchant': {
    source: 'Errors, other rules',
    statement:
      "One merchant's escrow is 404 to GET with another merchant's credentials, and their cancel leaves it `pending_payment`.",
    needs: ['other-merchant'],
    weighs: 'others-property',
  },
} as const satisfies Record<string, Requirement>;

export const escrowObservations = {
  'escrow.record-fields': {
    source: 'Resources, Escrow, below the create request',
    question: 'which fields the record of an escrow has: amounts, who has paid, metadata',
    needs: [],
  },
  'escrow.action-responses': {
    source: 'Endpoints, below the table',
    question: 'what the bodies of the release, refund and cancel responses hold',
    needs: ['escrow-buyer'],
  },
  'escrow.dispute-decided': {
    source: 'States and transitions, Escrow, below the table',
    question:
      'which status an escrow gets when an administrator has decided a dispute (nothing here can bring that about)',
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.release-while-disputed': {
    source: 'States and transitions, Escrow, below the table',
    question: 'whether the merchant may release a disputed escrow',
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.refund-in-other-states': {
    source: 'States and transitions, Escrow, below the table',
    question: 'how a refund call is answered when the escrow is unpaid, cancelled or released',
    needs: ['escrow-buyer'],
  },
  'escrow.refused-transitions': {
    source: 'States and transitions, Escrow',
    question: 'status and code for releasing an unpaid and for cancelling a paid escrow',
    needs: ['escrow-buyer'],
  },
  'escrow.action-on-unknown': {
    source: 'Errors, other rules',
    question: 'status and code for release, refund and cancel of an unknown reference',
    needs: [],
  },
  'escrow.wallet-not-linked-status': {
    source: 'Errors, other rules',
    question: 'the HTTP status of `wallet_not_linked`',
    needs: ['linked-wallets-setting'],
  },
  'escrow.amount-maximum': {
    source: 'Limits, Escrow amount',
    question: 'whether an escrow above 2,000,000,000 kobo is accepted',
    needs: [],
  },
  'escrow.reference-length': {
    source: 'Limits, last paragraph',
    question: 'how long the reference of an escrow may be, and which characters it may hold',
    needs: [],
  },
  'escrow.seller-wallet-format': {
    source: 'Resources, Escrow, create request, seller.walletId',
    question: 'how a seller wallet id that has not 10 digits is answered',
    needs: [],
  },
  'escrow.refund-above-amount': {
    source: 'Resources, Escrow, refund request',
    question: 'how a refund is answered that is 0 or more than the escrow holds',
    needs: ['escrow-buyer'],
  },
  'escrow.partial-refund-fee': {
    source: 'Resources, Escrow, refund request',
    question:
      "whether a partial refund takes the fee from the seller's remainder, and whether it also sends `escrow.released`",
    needs: ['escrow-buyer', 'sandbox-wallet', 'webhooks'],
  },
} as const satisfies Record<string, Observation>;
