import type { RequirementId } from '../../../register/index.ts';
import type { CredentialsSent, Exchange } from '../../events.ts';
import type { Violation } from '../../model-object.ts';
import { isAccepted } from '../../operations.ts';

// "Every request sends `Authorization: Bearer <API_KEY>` and `X-Merchant-Id: <MERCHANT_ID>`" (Authentication); "a key
// works only in its own environment" (What the service does); and a key that was never created works nowhere.

interface CredentialRow {
  readonly requirement: RequirementId;
  readonly words: string;
  readonly allowed: string;
}

export const refusedCredentials: Readonly<Partial<Record<CredentialsSent, CredentialRow>>> = {
  'no key': { requirement: 'auth.missing-key-refused', words: 'without a Bearer token', allowed: 'a refusal' },
  'made up': { requirement: 'auth.unknown-key-refused', words: 'with a made-up key', allowed: 'a refusal' },
  'no merchant': {
    requirement: 'auth.missing-merchant-refused',
    words: 'without X-Merchant-Id',
    allowed: 'a refusal',
  },
  'unknown merchant': {
    requirement: 'auth.unknown-merchant-refused',
    words: 'with a made-up merchant id',
    allowed: 'a refusal',
  },
};

export const foreignKeys = {
  sandbox: 'environment.live-key-in-sandbox',
  live: 'environment.sandbox-key-in-live',
} as const satisfies Record<string, RequirementId>;

/** Reports a request that was accepted although its credentials are not valid here. */
export function acceptedWithBadCredentials(exchange: Exchange): Violation[] {
  const { credentials, environment, method, path, status, id } = exchange;
  const row: CredentialRow | undefined =
    credentials === 'other'
      ? {
          requirement: foreignKeys[environment],
          words: 'with a key of the other environment',
          allowed: '403 `wrong_environment`',
        }
      : refusedCredentials[credentials];
  if (!isAccepted(exchange) || row === undefined) return [];
  const subject = `${method} /v1/${path.join('/')}`;
  const what = `was answered ${status}, ${row.words}`;
  return [
    { requirement: row.requirement, subject, history: [], what, allowed: row.allowed, exchanges: [id], webhooks: [] },
  ];
}
