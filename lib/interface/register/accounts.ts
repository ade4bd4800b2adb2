import type { Observation, Requirement } from './types.ts';

export const accounts = {
  'account.known-wallet': {
    source: 'Endpoints, GET /v1/accounts/{walletId}',
    statement: 'GET of a wallet that exists answers 200 with a JSON object.',
    needs: ['wallets'],
    smoke: true,
  },
  'account.holder-name-masked': {
    source: 'Resources, Wallet account check',
    statement:
      "The answer for a wallet that exists holds its holder's name in masked form; the full name, of one word or several, in ASCII or not, appears nowhere in it.",
    needs: ['wallets'],
    weighs: 'texts',
  },
  'account.unknown-is-not-found': {
    source: 'Resources, Wallet account check',
    statement:
      'In live a wallet that does not exist is answered otherwise than all that do: not with another name alone.',
    needs: ['live', 'wallets'],
  },
  'account.tells-existence': {
    source: 'Resources, Wallet account check',
    statement: 'In live the answer for a wallet that exists can be told apart from the answer for one that does not.',
    needs: ['live', 'wallets'],
  },
} as const satisfies Record<string, Requirement>;

export const accountObservations = {
  'account.response-fields': {
    source: 'Resources, Wallet account check',
    question: 'which fields the answer has, and how the name is masked',
    needs: ['wallets'],
  },
  'account.unknown-wallet': {
    source: 'Resources, Wallet account check',
    question: 'how a wallet that does not exist is answered: status, code or field',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
