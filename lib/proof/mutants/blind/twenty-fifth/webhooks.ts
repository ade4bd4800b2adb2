/** Webhooks: secrets in the memory of instances, a queue that drops duplicates, a column that reorders, a button that is pressed twice. */
import type { Transport } from '../../../reference/engine/transport.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant, onTheWay } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { parsed } from '../ways.ts';

const SECRET_CACHED_S = 600;
const DEDUPLICATED_S = 300;
const DEBOUNCED_MS = 5_000;

interface CachedSecret {
  secret: string;
  until: number;
}

function secretsOfInstances(): Change {
  return (rules) => {
    /** The first secret of the merchant whose secret it is. */
    const firsts = new Map<string, string>();
    const instances = [new Map<string, CachedSecret>(), new Map<string, CachedSecret>()];
    let turn = 0;
    return functions(({ changeSecret, webhookHeaders }) => ({
      changeSecret(merchant, webhookSecret) {
        firsts.set(webhookSecret, firsts.get(merchant.webhookSecret) ?? merchant.webhookSecret);
        changeSecret(merchant, webhookSecret);
      },
      webhookHeaders(all, secret, timestamp, body, delivery) {
        turn += 1;
        const instance = instances[turn % instances.length];
        const first = firsts.get(secret) ?? secret;
        const now = Number(timestamp);
        const cached = instance?.get(first);
        const fresh = cached !== undefined && cached.until > now ? cached : { secret, until: now + SECRET_CACHED_S };
        instance?.set(first, fresh);
        return webhookHeaders(all, fresh.secret, timestamp, body, delivery);
      },
    }))(rules);
  };
}

/** The queue takes a second message of one deduplication id, and drops it. */
function deduplicated({ send, close }: Transport): Transport {
  const taken = new Map<string, { id: unknown; at: number }>();
  return {
    send(request) {
      const { id, event, reference } = parsed(request.body) as Record<string, unknown>;
      const at = Number(request.headers['x-service-timestamp']);
      const key = `${event} ${reference}`;
      const earlier = taken.get(key);
      if (earlier !== undefined && earlier.id !== id && at - earlier.at < DEDUPLICATED_S) return Promise.resolve(200);
      if (earlier?.id !== id) taken.set(key, { id, at });
      return send(request);
    },
    close,
  };
}

/** An object as the database writes its binary JSON: shorter names first, and spaces after signs. */
function fromTheColumn(payload: string): string {
  const members = Object.entries(parsed(payload) as Record<string, unknown>);
  const inOrder = members.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${inOrder.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}}`;
}

function retriedFromTheColumn(): Change {
  return functions(({ attemptBody, webhookHeaders }) => ({
    attemptBody(payload, attempt, delivery) {
      const body = attemptBody(payload, attempt, delivery);
      return attempt === 1 ? body : fromTheColumn(body);
    },
    webhookHeaders(rules, secret, timestamp, body, delivery) {
      const headers = webhookHeaders(rules, secret, timestamp, body, delivery);
      if (delivery === undefined || delivery.attempts.length === 0) return headers;
      return { ...headers, 'x-service-signature': rules.functions.signV1(secret, delivery.payload) };
    },
  }));
}

function resendDebounced(): Change {
  const wrapped = new WeakSet<Service>();
  const busyUntil = new WeakMap<Merchant, number>();
  return before('limitRate', ({ service }, next) => {
    if (!wrapped.has(service)) {
      wrapped.add(service);
      const { resend, clock } = service;
      service.resend = (merchant, deliveryId) => {
        if (clock.now() < (busyUntil.get(merchant) ?? 0))
          return merchant.deliveries.some(({ id }) => id === deliveryId);
        busyUntil.set(merchant, clock.now() + DEBOUNCED_MS);
        return resend(merchant, deliveryId);
      };
    }
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature | Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret.',
    mutant(
      'webhook.secret-rotated',
      'blind25-each-instance-remembers-the-secret',
      'two instances send webhooks in turn, and each remembers the secret of a merchant for ten minutes: where they have sent events to it shortly before the secret is rotated, events that happen afterwards are signed with the old one',
      secretsOfInstances(),
    ),
  ),
  against(
    'payment.succeeded | A checkout was paid.',
    onTheWay(
      'webhook.payment-succeeded',
      'blind25-the-queue-drops-equal-references',
      'webhooks go through a queue that drops a message whose deduplication id it has had within five minutes, and the id is made of the kind and the reference: where another merchant has had the same event of an equal reference shortly before, the event is taken for sent and never arrives',
      deduplicated,
    ),
  ),
  against(
    'The signature covers the exact raw bytes, not re-serialised JSON.',
    mutant(
      'webhook.signature-over-raw-bytes',
      'blind25-a-retry-is-read-from-a-json-column',
      'the signature is kept with the event, whose payload is kept in a column of binary JSON: a retry sends what the database writes, with its fields in another order and with spaces, and x-service-signature is that of the first attempt',
      retriedFromTheColumn(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent',
      'blind25-the-second-resend-is-taken-for-a-double-click',
      'a second Resend of a merchant within five seconds is taken for a double click, although it is of another delivery: it is answered as the first is, and nothing is sent',
      resendDebounced(),
    ),
  ),
];
