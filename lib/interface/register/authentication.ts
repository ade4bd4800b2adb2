import type { Observation, Requirement } from './types.ts';

export const authentication = {
  'auth.missing-key-refused': {
    source: 'Authentication, first rule',
    statement:
      'A request without `Authorization`, or with one that is not `Bearer` and a key, is refused: an answer in the error shape, whose status and code are not shown; a fault of the caller is taken to be 4xx.',
    needs: [],
  },
  'auth.unknown-key-refused': {
    source: 'Authentication, first rule',
    statement:
      'A request with a sandbox key that was never issued is refused in the error shape; a key that differs from an issued one in any character, its case included, is taken to be another one.',
    needs: [],
    smoke: true,
  },
  'auth.missing-merchant-refused': {
    source: 'Authentication, first rule',
    statement: 'A request without `X-Merchant-Id`, or with an empty one, is refused in the error shape.',
    needs: [],
    smoke: true,
  },
  'auth.unknown-merchant-refused': {
    source: 'Authentication, first rule',
    statement:
      'A request with a valid key and a merchant id that was never issued is refused in the error shape; an id that differs from an issued one in any character, its case included, is taken to be another one.',
    needs: [],
  },
  'auth.other-merchants-id-refused': {
    source: 'Authentication, first rule',
    statement:
      "A request with one merchant's key and another merchant's id is refused in the error shape, the other way round too.",
    needs: ['other-merchant'],
    weighs: 'others-property',
  },
  'auth.refused-has-no-effect': {
    source: 'Authentication, first rule',
    statement:
      'A request with wrong credentials has no effect: what it would have created does not exist afterwards, and what it would have changed is as it was.',
    needs: [],
  },
  'auth.every-endpoint-guarded': {
    source: 'Authentication, first rule',
    statement:
      'Every endpoint, each GET, each POST and the DELETE, refuses wrong credentials in the error shape, however its path is spelled, and tells nothing of what was asked for, also right after it has told the merchant.',
    needs: [],
  },
  'auth.sandbox-prefixes': {
    source: 'Authentication, second rule',
    statement: 'A sandbox key starts with `svc_test_sk_`, a sandbox merchant id with `mch_test_`.',
    needs: [],
  },
  'auth.live-prefixes': {
    source: 'Authentication, second rule',
    statement: 'A live key starts with `svc_live_sk_`, a live merchant id with `mch_live_`.',
    needs: ['live'],
  },
} as const satisfies Record<string, Requirement>;

export const authenticationObservations = {
  'auth.missing-key': {
    source: 'Authentication, last but one rule',
    question: 'status and code for a missing key',
    needs: [],
  },
  'auth.malformed-key': {
    source: 'Authentication, last but one rule',
    question: 'status and code for a malformed key',
    needs: [],
  },
  'auth.unknown-key': {
    source: 'Authentication, last but one rule',
    question: 'status and code for an unknown key',
    needs: [],
  },
  'auth.missing-merchant': {
    source: 'Authentication, last but one rule',
    question: 'status and code for a missing merchant id',
    needs: [],
  },
  'auth.unknown-merchant': {
    source: 'Authentication, last but one rule',
    question: 'status and code for an unknown merchant id',
    needs: [],
  },
  'auth.other-merchants-id': {
    source: 'Authentication, last but one rule',
    question: "status and code for another merchant's id with a valid key",
    needs: ['other-merchant'],
  },
  'auth.lower-case-scheme': {
    source: 'Authentication, first rule',
    question: 'whether the scheme may be written `bearer`, as HTTP allows',
    needs: [],
  },
  'auth.doubled-headers': {
    source: 'Authentication, first rule',
    question: 'how a request is answered that carries its key or its merchant id twice in one header',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
