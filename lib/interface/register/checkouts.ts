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
    statement:
      'The create response and the record carry `checkoutUrl`, an absolute http or https address that no other checkout has.',
    needs: [],
  },

  'checkout.required-fields': {
    source: 'Resources, Checkout, create request, Required column',
    statement:
      'A create request in which `reference`, `amount`, `currency`, `customer`, `customer.email` or `returnUrl` is missing or null is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.field-types': {
    source: 'Resources, Checkout, create request, Type column',
    statement:
      'A number, a boolean, a list or an object where `reference`, `currency`, `customer.email`, `returnUrl` or `description` should be a string, and anything else where `customer` or `metadata` should be an object, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.reference-longest': {
    source: 'Limits, Checkout reference',
    statement: 'A `reference` of 100 characters is accepted, and the record is found by it.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.reference-too-long': {
    source: 'Limits, Checkout reference',
    statement: 'A `reference` of 101 characters or more is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.reference-allowed-characters': {
    source: 'Limits, Checkout reference',
    statement:
      'A `reference` may hold ASCII letters of both cases, digits and each of `.`, `_`, `:`, `-`; the record is found by it.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.reference-forbidden-characters': {
    source: 'Limits, Checkout reference',
    statement:
      'A `reference` with any other character of ASCII, at its beginning, in it or at its end, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.reference-case': {
    source: 'Resources, Checkout, create request, reference',
    statement:
      'References that differ, be it in the case of a letter, a sign, a zero in front or their last character, are different ones: both are accepted, and each leads to its own record.',
    needs: [],
  },
  'checkout.reference-in-path': {
    source: 'Endpoints, GET /v1/checkouts/{reference}',
    statement: 'A reference leads to its record in the path as it is, and percent-encoded in part or as a whole.',
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
    weighs: 'others-property',
  },
  'checkout.failed-reference-stays-used': {
    source: 'States and transitions, Checkout',
    statement:
      'The `reference` of a failed checkout stays used: a new attempt with it is refused with 409 `duplicate_reference`.',
    needs: ['payment-failure'],
  },
  'checkout.succeeded-reference-stays-used': {
    source: 'States and transitions, Checkout',
    statement:
      'The `reference` of a paid checkout stays used: another checkout with it is refused with 409 `duplicate_reference`.',
    needs: ['buyer'],
  },
  'checkout.expired-reference-stays-used': {
    source: 'States and transitions, Checkout',
    statement:
      'The `reference` of an expired checkout stays used: another checkout with it is refused with 409 `duplicate_reference`.',
    needs: [],
    waits: '24h',
  },

  'checkout.amount-integer': {
    source: 'Resources, Checkout, create request, amount',
    statement:
      'An `amount` that is no integer (a fraction such as 5000.5, a string, a boolean, a list, an object, null) is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.amount-smallest': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 100 kobo is accepted, and any above it up to the maximum.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.amount-too-small': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 99 kobo, of 0 or below 0 is refused with 400 `invalid_request`.',
    needs: [],
    smoke: true,
    weighs: 'wrong-requests',
  },
  'checkout.amount-largest': {
    source: 'Limits, Checkout amount',
    statement:
      'An `amount` of 2,000,000,000 kobo is accepted, and any just below it, whatever else the buyer has been asked for.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.amount-kept': {
    source: 'What the service does, amounts; Resources, Checkout record',
    statement: 'The record has exactly the `amount` that was sent, whichever integer from 100 to 2,000,000,000 it is.',
    needs: [],
  },
  'checkout.amount-too-large': {
    source: 'Limits, Checkout amount',
    statement: 'An `amount` of 2,000,000,001 kobo, or of any more, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.currency-only-ngn': {
    source: 'Resources, Checkout, create request, currency',
    statement: 'A `currency` that is not exactly `NGN`, such as `USD` or `ngn`, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.email-malformed': {
    source: 'Resources, Checkout, create request, customer.email',
    statement:
      'A `customer.email` that is no e-mail address, such as text without an `@`, without a domain or with two addresses, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.email-accepted': {
    source: 'Resources, Checkout, create request, customer.email',
    statement:
      'An ordinary e-mail address is accepted, whether its name has dots, digits, `+`, `-` or `_` and its domain several parts.',
    needs: [],
  },
  'checkout.return-url-malformed': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement:
      'A `returnUrl` that is no URI, such as plain words, a path alone or a host without a scheme, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'wrong-requests',
  },
  'checkout.return-url-accepted': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement: 'An https `returnUrl` is accepted with or without port, path, query and fragment.',
    needs: [],
  },
  'checkout.return-url-http-in-sandbox': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement: 'In sandbox an http `returnUrl` is accepted, whichever host it names.',
    needs: [],
  },
  'checkout.refused-creates-nothing': {
    source: 'Errors',
    statement:
      'A create request refused with 400 creates nothing: GET by its reference answers 404, then and an hour later, and a valid request may use the reference.',
    needs: [],
  },
  'checkout.refused-sends-nothing': {
    source: 'Events, event kinds',
    statement: 'A checkout that was refused sends no event, not even when its 24 hours would be over.',
    needs: ['webhooks'],
    waits: '25h',
  },
  'checkout.description-longest': {
    source: 'Limits, Checkout description',
    statement: 'A `description` of 255 characters, whatever their bytes, is accepted, and the record returns it whole.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.description-too-long': {
    source: 'Limits, Checkout description',
    statement: 'A `description` of 256 characters is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.metadata-largest': {
    source: 'Limits, Checkout metadata',
    statement: 'A `metadata` object of 4,000 bytes is accepted, and the record returns it whole.',
    needs: [],
    weighs: 'texts',
  },
  'checkout.metadata-too-large': {
    source: 'Limits, Checkout metadata',
    statement:
      'A `metadata` object of 5,000 ASCII characters and more, in one value, in a name or in many, is refused with 400 `invalid_request`.',
    needs: [],
    weighs: 'texts',
  },
} as const satisfies Record<string, Requirement>;

export const checkoutObservations = {
  'checkout.metadata-between': {
    source: 'Limits, Checkout metadata',
    question: 'where between 4,000 and 5,000 bytes the limit of metadata lies',
    needs: [],
  },
  'checkout.description-ends': {
    source: 'Resources, Checkout record, description',
    question: 'whether blanks at the ends of a description are kept',
    needs: [],
  },
  'checkout.amount-spelling': {
    source: 'What the service does, amounts',
    question: 'how an amount is answered that is an integer written as 1e3 or 1000.0',
    needs: [],
  },
  'checkout.url-stays': {
    source: 'Resources, Checkout record, checkoutUrl',
    question: 'whether the record has the address that the create response had, before and after the payment',
    needs: ['buyer'],
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
