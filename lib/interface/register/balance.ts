import type { Observation, Requirement } from './types.ts';

export const balance = {
  'balance.payment-adds': {
    source: 'Resources, Balance',
    statement:
      'GET of the balance answers 200 with an integer in kobo that is higher by the amount once a checkout has succeeded, whatever was paid, refunded or paid out before.',
    needs: ['buyer'],
    smoke: true,
  },
  'balance.unpaid-adds-nothing': {
    source: 'Resources, Balance',
    statement: 'A checkout that is pending, for however long, or whose payment failed, leaves the balance as it was.',
    needs: ['buyer'],
  },
  'balance.paid-once': {
    source: 'Resources, Balance; States and transitions, Checkout',
    statement:
      'A buyer who tries to pay a checkout that is paid already adds nothing to the balance, whatever was refunded of it and however late.',
    needs: ['buyer', 'own-merchant'],
  },
  'balance.refund-subtracts': {
    source: 'Resources, Balance',
    statement: "When a refund has succeeded, the balance is lower by the refund's amount, each time.",
    needs: ['buyer'],
  },
  'balance.failed-refund-subtracts-nothing': {
    source: 'Resources, Balance',
    statement: 'When a refund has failed, the balance is what it was before the refund, each time.',
    needs: ['buyer'],
  },
  'balance.payout-subtracts': {
    source: 'Resources, Balance',
    statement: "When a payout has succeeded, the balance is lower by the payout's amount, each time.",
    needs: ['buyer'],
  },
  'balance.failed-payout-returns': {
    source: 'States and transitions, Payout, settlement failure',
    statement: 'When a payout has failed, the balance is what it was before the payout, each time.',
    needs: ['buyer'],
  },
  'balance.refused-moves-nothing': {
    source: 'Resources, Balance; Errors',
    statement: 'Refunds and payouts that are refused leave the balance as it was.',
    needs: ['buyer', 'own-merchant'],
  },
  'balance.is-the-sum': {
    source: 'Resources, Balance',
    statement:
      'After any sequence of payments, refunds and payouts, failed ones among them, however often their events are sent and whatever escrows hold meanwhile, the balance has moved by what was paid in, minus the refunds and payouts that did not fail.',
    needs: ['buyer', 'own-merchant'],
  },
  'balance.per-merchant': {
    source: 'Resources, Balance',
    statement:
      "A payment to one merchant, or a refund by it, leaves another merchant's balance as it was, also where both have a checkout of one reference.",
    needs: ['buyer', 'other-merchant'],
    weighs: 'others-property',
  },
} as const satisfies Record<string, Requirement>;

export const balanceObservations = {
  'balance.field-names': {
    source: 'Resources, Balance',
    question: 'which fields the balance has, and which of them is the amount available to pay out',
    needs: ['buyer'],
  },
} as const satisfies Record<string, Observation>;
