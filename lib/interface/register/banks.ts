import type { Observation, Requirement } from './types.ts';

export const banks = {
  'bank.has-code': {
    source: 'Resources, Bank list',
    statement:
      'GET of the banks answers 200 with a list of at least one bank, each an object with a `code` that is not empty.',
    needs: [],
    smoke: true,
  },
  'bank.codes-differ': {
    source: 'Resources, Payout, below the create request',
    statement: 'No two banks of the list have the same `code`: it is what tells a bank apart on payouts.',
    needs: [],
  },
} as const satisfies Record<string, Requirement>;

export const bankObservations = {
  'bank.list-shape': {
    source: 'Resources, Bank list',
    question: 'whether the list is bare or wrapped, how many banks it has, and which fields each has',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
