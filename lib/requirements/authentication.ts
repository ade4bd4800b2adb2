import type { Observation, Requirement } from './types.ts';

export const authentication = {
  'auth.missing-key-refused': {
    source: 'Authentication, first rule',
    statement:
      'A request without `Authorization`, or with one that is not `Bearer` and a key, is refused with a 4xx status in the error shape.',
    needs: [],
  },
  'auth.unknown-key-refused': {
    source: 'Authentication, first rule',
    statement: 'A request with a sandbox key that was never issued is refused with a 4xx status in the error shape.',
    needs: [],
    smoke: true,
  },
  'auth.missing-merchant-refused': {
    source: 'Authentication, first rule',
    statement: 'A request without `X-Merchant-Id` is refused with a 4xx status in the error shape.',
    needs: [],
    smoke: true,
  },
  'auth.unknown-merchant-refused': {
    source: 'Authentication, first rule',
    statement:
      'A request with a valid key and a merchant id that was never issued is refused with a 4xx status in the error shape.',
    needs: [],
  },
  'auth.other-merchants-id-refused': {
    source: 'Authentication, first rule',
    statement:
      "A request with one merchant's key and another merchant's id is refused with a 4xx status in the error shape.",
    needs: ['other-merchant'],
  },
  'auth.refused-has-no-effect': {
    source: 'Authentication, first rule',
    statement: 'A create request with an unknown key has no effect: nothing exists under its reference afterwards.',
    needs: [],
  },
  'auth.every-endpoint-guarded': {
    source: 'Authentication, first rule',
    statement: 'Every endpoint refuses an unknown key: each GET, each POST and the DELETE.',
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
} as const satisfies Record<string, Observation>;
