import { coverageTable, excluded } from './table.ts';

const guarded = 'auth.every-endpoint-guarded';
const noEffect = excluded('it only reads: that nothing of what was asked for is told is part of the refusal');
const live = excluded(
  'live need not have sandbox calls: there another refusal than 403 is right, and `environment.live-no-sandbox-calls` looks at it',
);

const reads = {
  'wrong credentials': guarded,
  'done all the same': noEffect,
  'live key at sandbox': 'environment.live-key-in-sandbox',
  'sandbox key at live': 'environment.sandbox-key-in-live',
  'done for another environment': noEffect,
  'key used up': 'rate-limit.every-endpoint-limited',
  'done though limited': noEffect,
  'counts towards the limit': 'rate-limit.every-endpoint-counts',
} as const;

const acts = {
  ...reads,
  'done all the same': 'auth.refused-has-no-effect',
  'done for another environment': 'environment.wrong-key-has-no-effect',
  'done though limited': 'rate-limit.refused-has-no-effect',
} as const;

const few = excluded(
  'valid requests of it are too few to be seen among 118; that it is refused when the key is used up is looked at',
);
const actsOnce = { ...acts, 'counts towards the limit': few } as const;
const readsLittle = { ...reads, 'counts towards the limit': few } as const;

export const endpointsAndKeys = coverageTable({
  title: 'Endpoints and keys',
  source: 'Endpoints; Authentication; Limits, Request rate',
  axes: ['endpoint', 'what is wrong with the key'],
  cells: {
    'POST /v1/checkouts': acts,
    'GET /v1/checkouts/{reference}': reads,
    'POST /v1/refunds': actsOnce,
    'GET /v1/refunds/{reference}': readsLittle,
    'POST /v1/payouts': acts,
    'GET /v1/payouts/{reference}': reads,
    'POST /v1/escrows': acts,
    'GET /v1/escrows/{reference}': reads,
    'POST /v1/escrows/{reference}/release': actsOnce,
    'POST /v1/escrows/{reference}/refund': actsOnce,
    'POST /v1/escrows/{reference}/cancel': acts,
    'GET /v1/accounts/{walletId}': readsLittle,
    'GET /v1/banks': reads,
    'GET /v1/balance': reads,
    'POST /v1/wallet-links': actsOnce,
    'GET /v1/wallet-links/{linkId}': readsLittle,
    'DELETE /v1/wallet-links/{linkId}': actsOnce,
    'GET /v1/wallets/{walletId}/balance': readsLittle,
    'POST /v1/sandbox/wallet-links/{linkId}/approve': { ...actsOnce, 'sandbox key at live': live },
    'POST /v1/sandbox/wallet-links/{linkId}/reject': { ...actsOnce, 'sandbox key at live': live },
  },
});

const ways = (id: 'missing-key' | 'unknown-key' | 'missing-merchant' | 'unknown-merchant' | 'other-merchants-id') =>
  ({ GET: `auth.${id}-refused`, POST: `auth.${id}-refused`, DELETE: guarded, 'every endpoint': guarded }) as const;

const open = { GET: 'auth.lower-case-scheme', POST: same(), DELETE: same(), 'every endpoint': same() } as const;
const doubled = { ...open, GET: 'auth.doubled-headers' } as const;

function same() {
  return excluded('open, and looked at with GET: nothing says that it differs by method');
}

export const waysToBeWrong = coverageTable({
  title: 'Wrong credentials',
  source: 'Authentication, first rule',
  axes: ['way to be wrong', 'method'],
  cells: {
    'no Authorization, or an empty one': ways('missing-key'),
    'another scheme than Bearer, or none': ways('missing-key'),
    'a scheme without a key': ways('missing-key'),
    'a key that was never issued': ways('unknown-key'),
    'a key with a character more, less or another': ways('unknown-key'),
    'a key in the other case': ways('unknown-key'),
    'the prefix of the key alone, or that of live': ways('unknown-key'),
    'no X-Merchant-Id, or an empty one': ways('missing-merchant'),
    'a merchant id that was never issued': ways('unknown-merchant'),
    'a merchant id with a character more, less or another': ways('unknown-merchant'),
    "another merchant's id, or another merchant's key": ways('other-merchants-id'),
    'the scheme in lower case': open,
    'a header twice': doubled,
  },
});
