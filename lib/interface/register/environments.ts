import type { Observation, Requirement } from './types.ts';

export const environments = {
  'environment.live-key-in-sandbox': {
    source: 'Authentication, third rule',
    statement: 'A live key used at the sandbox address is refused with 403 `wrong_environment`, at every endpoint.',
    needs: ['live'],
    smoke: true,
    weighs: 'others-property',
  },
  'environment.sandbox-key-in-live': {
    source: 'Authentication, third rule',
    statement:
      'A sandbox key used at the live address is refused with 403 `wrong_environment`, at every endpoint; sandbox-only calls, which live need not have, may be refused otherwise.',
    needs: ['live'],
    smoke: true,
    weighs: 'others-property',
  },
  'environment.wrong-key-has-no-effect': {
    source: 'What the service does, environments',
    statement:
      'A request refused for its environment has no effect: nothing exists under its reference in either, and what it would have changed is as it was.',
    needs: ['live'],
    weighs: 'others-property',
  },
  'environment.data-is-separate': {
    source: 'What the service does, environments',
    statement:
      'What one environment has is unknown in the other: GET of a checkout, refund, payout or escrow by its reference answers 404 there, that of a link is refused, and the reference is free.',
    needs: ['live'],
    weighs: 'others-property',
  },
  'environment.live-return-url-https': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement: 'In live a checkout whose `returnUrl` is not https is refused with 400 `invalid_request`.',
    needs: ['live'],
  },
  'environment.live-escrow-return-url-https': {
    source: 'Resources, Escrow, create request, description, returnUrl, metadata',
    statement: 'In live an escrow whose `returnUrl` is not https is refused with 400 `invalid_request`.',
    needs: ['live', 'wallets'],
  },
  'environment.live-payout-above-balance': {
    source: 'Endpoints, behaviour rule 4',
    statement:
      'In live a payout of one kobo more than the available balance is refused with 422 `insufficient_balance`, and no payout exists under its reference.',
    needs: ['live', 'live-buyer'],
    weighs: 'paid-twice',
  },
  'environment.live-payout-of-balance': {
    source: 'Endpoints, behaviour rule 4',
    statement: 'In live a payout of exactly the available balance is accepted with 201.',
    needs: ['live', 'live-buyer'],
  },
  'environment.live-balance-is-net': {
    source: 'Endpoints, behaviour rule 4',
    statement:
      'In live refunds and earlier payouts lower what can be paid out: one kobo more than what they left is refused with 422 `insufficient_balance`.',
    needs: ['live', 'live-buyer'],
  },
  'environment.live-payouts-at-once': {
    source: 'Endpoints, behaviour rule 4',
    statement: 'In live payouts sent at once are accepted only as far as their sum fits into the available balance.',
    needs: ['live', 'live-buyer'],
    weighs: 'paid-twice',
  },
  'environment.live-account-not-found': {
    source: 'Endpoints, behaviour rule 5',
    statement: 'In live an escrow for a seller wallet that does not exist is refused with 422 `account_not_found`.',
    needs: ['live'],
  },
  'environment.live-known-seller': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      'In live an escrow for a seller wallet that exists is accepted with 201, whichever 10 digits its id has.',
    needs: ['live', 'wallets'],
  },
  'environment.live-no-sandbox-calls': {
    source: 'Endpoints, POST /v1/sandbox/wallet-links',
    statement:
      'In live the sandbox approve and reject calls do not work: they are refused in the error shape, with a status that is not shown (4xx, or 501 for what is not there), and the link stays undecided.',
    needs: ['live', 'wallets'],
  },
  'environment.live-sandbox-fail-is-plain': {
    source: 'Resources, Refund, create request, reason',
    statement: 'In live the reason `sandbox_fail` is text like any other: such a refund is not failed for it.',
    needs: ['live', 'live-buyer'],
  },
} as const satisfies Record<string, Requirement>;

export const environmentObservations = {
  'environment.live-settlement': {
    source: 'States and transitions, Payout, sandbox',
    question: 'whether a live payout settles at once, later or after a review',
    needs: ['live', 'live-buyer'],
  },
} as const satisfies Record<string, Observation>;
