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
    statement: 'The body of a 404 for an unknown reference has the error shape, whatever signs the reference has.',
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
  'error.shape-of-others': {
    source: 'Errors, first paragraph',
    statement:
      'A refusal whose status or code is not shown, as of an action on an unknown escrow or link, has the error shape too.',
    needs: [],
  },
  'error.json-content-type': {
    source: 'What the service does, last paragraph',
    statement:
      'An answer with a body says in `Content-Type` that it is JSON: bodies are JSON, of which `application/json` is taken to be the name, a more special `+json` included.',
    needs: [],
  },
  'error.malformed-body': {
    source: 'Errors, invalid_request',
    statement:
      'A request whose body is no well-formed JSON or no JSON object is refused with 400 `invalid_request` and does nothing, where the body may be left out too; so is a create whose body is missing.',
    needs: [],
  },
  'error.unknown-route': {
    source: 'Errors, first paragraph',
    statement: 'A path below `/v1` that no endpoint has is refused with a 4xx status in the error shape.',
    needs: [],
  },
  'error.refused-has-no-effect': {
    source: 'Errors',
    statement: 'A create request refused with 400, 404, 409 or 422 has no effect: nothing exists under its reference.',
    needs: [],
    weighs: 'paid-twice',
  },
  'error.refused-leaves-reference-free': {
    source: 'Errors, duplicate_reference',
    statement: 'The reference of a create that was refused has not been used: a valid create with it is accepted.',
    needs: [],
  },
  'error.refused-leaves-first': {
    source: 'Errors, duplicate_reference',
    statement:
      'A create refused for its reference leaves the resource that has it as it was, in its record and in what becomes of it.',
    needs: [],
  },
  'error.refused-moves-no-money': {
    source: 'Errors',
    statement:
      'Payouts and refunds that are refused move no money: neither the balance nor what is refunded, nor what can still be refunded.',
    needs: ['buyer'],
  },
  'error.refused-sends-nothing': {
    source: 'Errors',
    statement: 'Of a create that was refused no event comes, at once or later.',
    needs: ['webhooks', 'buyer'],
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
