import type { Observation, Requirement } from './types.ts';

export const versioning = {
  'version.path-prefix': {
    source: 'Versioning, first rule',
    statement:
      'The paths carry the prefix `/v1`, in live as in sandbox: the bank list, the balance and what the merchant has created are found under it, and not without it or under another one instead.',
    needs: [],
    smoke: true,
  },
  'version.both-signatures': {
    source: 'Versioning, second rule',
    statement: 'Every delivery, of whatever kind its event is, carries both signatures side by side, each valid.',
    needs: ['webhooks'],
    weighs: 'forgery',
  },
} as const satisfies Record<string, Requirement>;

export const versioningObservations = {
  'version.deprecation-policy': {
    source: 'Versioning, third rule',
    question: 'whether responses say anything about version or deprecation, as headers or fields',
    needs: [],
  },
} as const satisfies Record<string, Observation>;
