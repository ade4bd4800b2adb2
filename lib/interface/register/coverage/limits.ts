import { coverageTable, excluded } from './table.ts';

export const requestsAndLimit = coverageTable({
  title: 'Requests and the rate limit',
  source: 'Limits, Request rate; Errors, rate_limited',
  axes: ['request', 'what the limit does with it'],
  cells: {
    'valid reads and creates': {
      counted: 'rate-limit.every-endpoint-counts',
      refused: 'rate-limit.every-endpoint-limited',
      'not done': 'rate-limit.refused-has-no-effect',
      'Retry-After': ['rate-limit.retry-after-present', 'rate-limit.retry-after-honest'],
    },
    replays: {
      counted: 'rate-limit.refused-requests-count',
      refused: excluded('whether a replay is told apart before the limit is asked is not shown'),
      'not done': excluded('a replay does nothing in any case'),
      'Retry-After': excluded('as for valid requests: a 429 does not say what it refused'),
    },
    'requests refused with 400, 404 or 409': {
      counted: 'rate-limit.refused-requests-count',
      refused: excluded('which of two refusals comes first is not shown'),
      'not done': excluded('they do nothing in any case'),
      'Retry-After': excluded('as for valid requests: a 429 does not say what it refused'),
    },
    'requests refused with 429': {
      counted: 'rate-limit.kind',
      refused: 'rate-limit.long-run-bounded',
      'not done': 'rate-limit.refused-has-no-effect',
      'Retry-After': 'rate-limit.retry-after-honest',
    },
    'paths that no endpoint has, bodies that are no JSON, wrong credentials': {
      counted: excluded('they may be refused before it is known whose key it is'),
      refused: excluded('they may be refused before it is known whose key it is'),
      'not done': excluded('they do nothing in any case'),
      'Retry-After': excluded('as for valid requests: a 429 does not say what it refused'),
    },
    "another merchant's requests": {
      counted: 'rate-limit.per-key',
      refused: 'rate-limit.per-key',
      'not done': excluded('they are served'),
      'Retry-After': excluded('they are served'),
    },
  },
});
