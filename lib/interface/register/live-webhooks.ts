import type { Requirement } from './types.ts';

/**
 * The part of the chapter `webhooks` about the live environment. It is exercised where live merchants can be given the
 * capture server's address.
 */
export const liveWebhooks = {
  'webhook.live-signed': {
    source: 'What the service does, two separate environments; Events',
    statement:
      'A live event is a POST of application/json at every attempt, with the time of its sending and both signatures, keyed with the secret of the live merchant.',
    needs: ['webhooks', 'live', 'live-webhooks'],
  },
  'webhook.live-payload': {
    source: 'What the service does, two separate environments; Events',
    statement: 'A live event has the payload that the document gives its kind, the same at every attempt.',
    needs: ['webhooks', 'live', 'live-webhooks'],
  },
  'webhook.live-once': {
    source: 'What the service does, two separate environments; Events',
    statement: 'A live transition makes one event, of its kind alone and for its merchant alone.',
    needs: ['webhooks', 'live', 'live-webhooks'],
  },
  'webhook.live-retried': {
    source: 'What the service does, two separate environments; Events',
    statement:
      'A live event that is not acknowledged is retried on the schedule, and one that is acknowledged does not come again.',
    needs: ['webhooks', 'live', 'live-webhooks'],
  },
} as const satisfies Record<string, Requirement>;
