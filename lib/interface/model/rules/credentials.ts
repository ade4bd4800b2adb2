import type { Exchange } from '../events.ts';
import { isAccepted } from '../operations.ts';
import type { Violation } from '../things.ts';

// "A key works only in its own environment" (What the service does), and what is no key of anybody's works nowhere (Authentication).

/** Somebody was let in who has no key here. */
export function letIn(exchange: Exchange): Violation[] {
  const { credentials, environment, method, path, status, id } = exchange;
  if (!isAccepted(exchange) || (credentials !== 'other' && credentials !== 'made up')) return [];
  const isMadeUp = credentials === 'made up';
  const foreign = environment === 'sandbox' ? 'environment.live-key-in-sandbox' : 'environment.sandbox-key-in-live';
  return [
    {
      requirement: isMadeUp ? 'auth.unknown-key-refused' : foreign,
      subject: `${method} /v1/${path.join('/')}`,
      history: [],
      what: `was answered ${status}, with ${isMadeUp ? 'a made-up key' : 'a key of the other environment'}`,
      allowed: isMadeUp ? 'a refusal' : '403 `wrong_environment`',
      exchanges: [id],
      webhooks: [],
    },
  ];
}
