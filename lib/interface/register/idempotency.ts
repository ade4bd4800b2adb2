import type { Observation, Requirement } from './types.ts';

export const idempotency = {
  'idempotency.replay-is-marked': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'The answer to a repeated request carries the header `Idempotent-Replayed: true`, whatever has become of its object; the answer to the first does not.',
    needs: [],
    smoke: true,
  },
  'idempotency.checkout-replay': {
    source: 'Endpoints, behaviour rule 1',
    statement:
      'A checkout create repeated with its key and body, also after the payment failed, is answered with the original status 201 and the original body.',
    needs: [],
    smoke: true,
  },
  'idempotency.refund-replay': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'A refund create repeated with its key and body, also after settlement, is answered with the original status 201 and the original body.',
    needs: ['buyer'],
  },
  'idempotency.payout-replay': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'A payout create repeated with its key and body, also after settlement and when the live balance is used up, is answered with the original status 201 and the original body.',
    needs: [],
  },
  'idempotency.escrow-replay': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'An escrow create repeated with its key and body, in every later state of the escrow, is answered with the original status 201 and the original body.',
    needs: [],
  },
  'idempotency.escrow-release-replay': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'An escrow release repeated with its key is answered with the original status 200 and body, marked as replayed.',
    needs: ['escrow-buyer'],
  },
  'idempotency.escrow-refund-replay': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'An escrow refund repeated with its key and body is answered with the original status 200 and body, marked as replayed.',
    needs: ['escrow-buyer'],
  },
  'idempotency.escrow-cancel-replay': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'An escrow cancel repeated with its key is answered with the original status 200 and body, marked as replayed.',
    needs: [],
  },
  'idempotency.checkout-replay-after-payment': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement: 'A checkout create repeated after the payment still shows the original response, `pending` included.',
    needs: ['buyer'],
  },
  'idempotency.refunded-once': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'Identical refunds under one key, in turn or at once, make one refund: `refundedAmount` grows by the amount a single time.',
    needs: ['buyer'],
    weighs: 'paid-twice',
  },
  'idempotency.paid-out-once': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'Identical payouts under one key, in turn or at once, make one payout: the balance falls by the amount a single time.',
    needs: ['buyer'],
    weighs: 'paid-twice',
  },

  'idempotency.escrow-paid-once': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement: 'An escrow release or refund repeated under its key, later or at once, pays the seller a single time.',
    needs: ['escrow-buyer', 'wallets'],
  },
  'idempotency.replay-sends-nothing': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'A replay sends no event: after the repetitions there is still one event, under one `id`, of what the original did or of what has become of it, its failure included, whether or not it has been acknowledged, and none of another end.',
    needs: ['webhooks'],
  },
  'idempotency.replay-restarts-no-time': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'A replay restarts no time that runs: an unpaid checkout or escrow expires, and a paid escrow is released, when they would have without it.',
    needs: [],
    waits: '25h',
  },
  'idempotency.refused-stays-refused': {
    source: 'Authentication, Idempotency-Key, same key and same body',
    statement:
      'A request that was refused and is repeated under its key, kept or judged anew, is refused alike as long as nothing else changes, and is carried out once at the most when its reason is gone.',
    needs: [],
  },

  'idempotency.checkout-key-reused': {
    source: 'Errors, idempotency_key_reused',
    statement:
      'A checkout create with a key already used for a checkout with a different body, whichever field differs, is refused with 409 `idempotency_key_reused` and has no effect.',
    needs: [],
    smoke: true,
  },
  'idempotency.refund-key-reused': {
    source: 'Errors, idempotency_key_reused',
    statement:
      'A refund create with a key already used for a refund with a different body, whichever field differs, is refused with 409 `idempotency_key_reused` and has no effect.',
    needs: ['buyer'],
  },
  'idempotency.payout-key-reused': {
    source: 'Errors, idempotency_key_reused',
    statement:
      'A payout create with a key already used for a payout with a different body, whichever field differs, is refused with 409 `idempotency_key_reused` and has no effect.',
    needs: [],
  },
  'idempotency.escrow-key-reused': {
    source: 'Errors, idempotency_key_reused',
    statement:
      'An escrow create with a key already used for an escrow with a different body, whichever field differs, is refused with 409 `idempotency_key_reused` and has no effect.',
    needs: [],
  },
  'idempotency.escrow-refund-key-reused': {
    source: 'Errors, idempotency_key_reused',
    statement:
      'An escrow refund with the key of an earlier one of that escrow and a different body is refused, for the key or because the escrow is refunded, and not replayed.',
    needs: ['escrow-buyer'],
  },
  'idempotency.keys-are-per-merchant': {
    source: 'Authentication, Idempotency-Key',
    statement:
      "A key that one merchant used is free for another merchant: its create, with the same body or another one, makes that merchant's own resource, and what it does with an escrow is done with its own.",
    needs: ['other-merchant'],
    weighs: 'others-property',
  },
  'idempotency.key-longest': {
    source: 'Limits, Idempotency-Key length',
    statement:
      'A key of 255 characters, or of a single one, is accepted by every POST that takes keys, and a repetition with it gets the original response.',
    needs: [],
    weighs: 'texts',
  },
  'idempotency.key-too-long': {
    source: 'Limits, Idempotency-Key length',
    statement:
      'A key of more than 255 characters is refused in the error shape by every POST that takes keys, with a status that is not shown, and nothing is done.',
    needs: [],
    weighs: 'texts',
  },
  'idempotency.keys-differ': {
    source: 'Authentication, Idempotency-Key',
    statement:
      'Keys that differ in any character, its case, the first or the last one included, are different keys: each request under them is carried out.',
    needs: [],
  },

  'idempotency.concurrent-one-original': {
    source: 'Authentication, Idempotency-Key',
    statement:
      'Of identical requests sent at once under one key exactly one gets an original answer of success; each other is a marked replay of it or 409 `request_in_progress`.',
    needs: [],
    weighs: 'paid-twice',
  },
  'idempotency.concurrent-bodies-one-winner': {
    source: 'Authentication, Idempotency-Key, same key and a different body',
    statement:
      'Of different creates sent at once under one key exactly one succeeds; the others get 409 `idempotency_key_reused` or `request_in_progress` and have no effect.',
    needs: [],
    weighs: 'paid-twice',
  },
  'idempotency.in-progress': {
    source: 'Errors, request_in_progress',
    statement:
      'A request whose key belongs to a request still being processed is refused with 409 `request_in_progress`; once that one is done, it is replayed.',
    needs: ['processing-delay'],
    weighs: 'paid-twice',
  },
  'idempotency.cut-connection': {
    source: 'Authentication, Idempotency-Key',
    statement:
      'A create whose connection was cut after sending can be repeated with its key and body until it is answered with 201, and has one effect.',
    needs: [],
    weighs: 'paid-twice',
  },
} as const satisfies Record<string, Requirement>;

export const idempotencyObservations = {
  'idempotency.missing-key': {
    source: 'Authentication, Idempotency-Key',
    question: 'how a POST without `Idempotency-Key` is answered',
    needs: [],
  },
  'idempotency.key-on-wallet-links': {
    source: 'Endpoints, first paragraph',
    question: 'whether creating a wallet link needs an `Idempotency-Key`',
    needs: ['sandbox-wallet'],
  },
  'idempotency.key-on-sandbox-decisions': {
    source: 'Endpoints, first paragraph',
    question: 'whether the sandbox approve and reject calls need an `Idempotency-Key`',
    needs: ['sandbox-wallet'],
  },
  'idempotency.too-long-answer': {
    source: 'Limits, Idempotency-Key length',
    question: 'status and code for a key of 256 characters',
    needs: [],
  },
  'idempotency.scope-of-a-key': {
    source: 'Authentication, Idempotency-Key',
    question: 'whether a key used at one endpoint is free at another',
    needs: [],
  },
  'idempotency.reordered-body': {
    source: 'Authentication, Idempotency-Key',
    question: 'whether a body with its fields in another order, or other white space, is the same body',
    needs: [],
  },
  'idempotency.errors-replayed': {
    source: 'Authentication, Idempotency-Key',
    question: 'whether an error response is kept and replayed under its key',
    needs: [],
  },
  'idempotency.in-progress-conditions': {
    source: 'Errors, other rules',
    question: 'whether identical requests sent at once wait for the first one or get `request_in_progress`',
    needs: [],
  },
  'idempotency.key-lifetime': {
    source: 'Limits, last paragraph',
    question: 'whether a key is still remembered after a day',
    needs: [],
    waits: '25h',
  },
} as const satisfies Record<string, Observation>;
