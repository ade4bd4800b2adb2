import type { Observation, Requirement } from './types.ts';

export const balance = {
  'balance.payment-adds': {
    source: 'Resources, Balance',
    statement:
      'GET of the balance answers 200 with an integer in kobo that is higher by the amount once a checkout has succeeded, and not before.',
    needs: ['buyer'],
    smoke: true,
  },
  'balance.refund-subtracts': {
    source: 'Resources, Balance',
    statement: "When a refund has succeeded, the balance is lower by the refund's amount.",
    needs: ['buyer'],
  },
  'balance.failed-refund-subtracts-nothing': {
    source: 'Resources, Balance',
    statement: 'When a refund has failed, the balance is what it was before the refund.',
    needs: ['buyer'],
  },
  'balance.payout-subtracts': {
    source: 'Resources, Balance',
    statement: "When a payout has succeeded, the balance is lower by the payout's amount.",
    needs: ['buyer'],
  },
  'balance.failed-payout-returns': {
    source: 'States and transitions, Payout, settlement failure',
    statement: 'When a payout has failed, the balance is what it was before the payout.',
    needs: ['buyer'],
  },
  'balance.per-merchant': {
    source: 'Resources, Balance',
    statement: "A payment to one merchant leaves another merchant's balance as it was.",
    needs: ['buyer', 'other-merchant'],
  },
} as const satisfies Record<string, Requirement>;

export const balanceObservations = {
  'balance.field-names': {
    source: 'Resources, Balance',
    question: 'which fields the balance has, and which of them is the amount available to pay out',
    needs: ['buyer'],
  },
} as const satisfies Record<string, Observation>;
