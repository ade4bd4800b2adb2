import type { Observation, Requirement } from './types.ts';

export const errors = {
  'error.shape-of-400': {
    source: 'Errors, first paragraph',
    statement: 'The body of a 400 is an object `error` with `code` and `message`, both strings.',
    needs: [],
    smoke: true,
  },
  'error.shape-of-404': {
    source: 'Errors, first paragraph',
    statement: 'The body of a 404 for an unknown reference has the error shape.',
    needs: [],
  },
  'error.shape-of-409': {
    source: 'Errors, first paragraph',
    statement: 'The body of a 409 has the error shape.',
    needs: [],
  },
  'error.shape-of-422': {
    source: 'Errors, first paragraph',
    statement: 'The body of a 422 has the error shape.',
    needs: [],
  },
  'error.malformed-body': {
    source: 'Errors, invalid_request',
    statement:
      'A create request whose body is missing, no well-formed JSON, or no JSON object is refused with 400 `invalid_request`.',
    needs: [],
  },
  'error.unknown-route': {
    source: 'Errors, first paragraph',
    statement: 'A path below `/v1` that no endpoint has is refused with a 4xx status in the error shape.',
    needs: [],
  },
  'error.refused-has-no-effect': {
    source: 'Errors',
    statement: 'A create request refused with 400 or 422 has no effect: nothing exists under its reference.',
    needs: [],
  },
} as const satisfies Record<string, Requirement>;

export const errorObservations = {
  'error.unknown-reference-code': {
    source: 'Errors, other rules',
    question: 'which codes the 404 of unknown references carries on checkouts, refunds, payouts and escrows',
    needs: [],
  },
  'error.unknown-route-answer': {
    source: 'Errors',
    question: 'status and code for a path that no endpoint has',
    needs: [],
  },
  'error.other-method': {
    source: 'Endpoints',
    question: 'how a known path is answered for a method that it does not have',
    needs: [],
  },
  'error.other-content-type': {
    source: 'What the service does',
    question: 'how a JSON body is answered that is sent as text/plain or as a form',
    needs: [],
  },
  'error.huge-body': {
    source: 'Errors',
    question: 'how a body of a megabyte is answered',
    needs: [],
  },
  'error.unknown-fields': {
    source: 'Resources',
    question: 'whether fields that the interface does not name are ignored or refused in requests',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
