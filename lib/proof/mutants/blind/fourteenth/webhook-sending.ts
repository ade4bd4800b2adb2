/** Webhooks whose address, secret, id or retries are kept for something else than the merchant, the event or the delivery. */
import { createHash } from 'node:crypto';
import { functions } from '../../change.ts';
import { type Change, mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';
import { headersOf, onResend } from '../ways-of-delivery.ts';

/** Events are stored with the secret of their time. */
function resentWithTheOldSecret(): Change {
  const firsts = new Map<string, { delivery: string; secret: string }>();
  return headersOf(
    () => true,
    ({ rules, secret, timestamp, body, delivery }) => {
      const first = firsts.get(delivery.eventId) ?? { delivery: delivery.id, secret };
      firsts.set(delivery.eventId, first);
      const used = first.delivery === delivery.id ? secret : first.secret;
      const { signV1, signV2 } = rules.functions;
      return {
        'x-service-signature': signV1(used, body),
        'x-service-signature-v2': signV2(used, timestamp, body),
      };
    },
  );
}

function secretByAddress(): Change {
  return functions(({ webhookHeaders, changeSecret }) => {
    const secrets = new Map<string | null, string>();
    return {
      webhookHeaders(rules, secret, timestamp, body, delivery) {
        const url = delivery?.webhookUrl ?? null;
        const known = secrets.get(url) ?? secret;
        secrets.set(url, known);
        return webhookHeaders(rules, known, timestamp, body, delivery);
      },
      changeSecret(merchant, secret) {
        secrets.delete(merchant.webhookUrl);
        changeSecret(merchant, secret);
      },
    };
  });
}

function idOf(event: unknown, reference: unknown): string {
  return `evt_${createHash('sha256').update(`${event}:${reference}`).digest('hex').slice(0, 24)}`;
}

/** After this many failures in a row the service sends nothing to the address for half an hour. */
function leavesAlone(failuresInARow: number): Change {
  return functions(({ acknowledges, nextAttempt }) => {
    const failures = new Map<string | null, number>();
    return {
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (acknowledged) failures.delete(delivery?.webhookUrl ?? null);
        return acknowledged;
      },
      nextAttempt(retries, attempt, delivery) {
        const count = (failures.get(delivery.webhookUrl) ?? 0) + 1;
        failures.set(delivery.webhookUrl, count);
        const gap = nextAttempt(retries, attempt, delivery);
        return gap !== undefined && count >= failuresInARow ? Math.max(gap, 1_800) : gap;
      },
    };
  });
}

/** What is due at an address is sent when its timer rings, which one that is set already. */
function oneTimerForEachAddress(): Change {
  return functions(({ nextAttempt }) => {
    const timers = new Map<string | null, number>();
    return {
      nextAttempt(retries, attempt, delivery) {
        const gap = nextAttempt(retries, attempt, delivery);
        const at = Date.parse(delivery.attempts.at(-1)?.at ?? '');
        if (gap === undefined) return gap;
        const set = timers.get(delivery.webhookUrl) ?? 0;
        if (set > at && set < at + gap * 1_000) return (set - at) / 1_000;
        timers.set(delivery.webhookUrl, at + gap * 1_000);
        return gap;
      },
    };
  });
}

/** Retries are kept under address and reference: an event takes the place of the one before it. */
function oneRetryForEachReference(): Change {
  return functions(({ webhookHeaders, nextAttempt }) => {
    const latest = new Map<string, string>();
    return {
      webhookHeaders(rules, secret, timestamp, body, delivery) {
        if (delivery?.attempts.length === 0) latest.set(`${delivery.webhookUrl} ${delivery.reference}`, delivery.id);
        return webhookHeaders(rules, secret, timestamp, body, delivery);
      },
      nextAttempt: (retries, attempt, delivery) =>
        latest.get(`${delivery.webhookUrl} ${delivery.reference}`) === delivery.id
          ? nextAttempt(retries, attempt, delivery)
          : undefined,
    };
  });
}

function withoutV1AfterRotation(): Change {
  return functions(({ webhookHeaders, changeSecret }) => {
    const rotated = new Set<string>();
    return {
      changeSecret(merchant, secret) {
        rotated.add(secret);
        changeSecret(merchant, secret);
      },
      webhookHeaders(rules, secret, timestamp, body, delivery) {
        const headers = webhookHeaders(rules, secret, timestamp, body, delivery);
        if (!rotated.has(secret)) return headers;
        return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-service-signature'));
      },
    };
  });
}

/** An address at which a delivery was abandoned is taken out of use, until one is set again. */
function disablesTheAddress(): Change {
  const seen = new WeakSet<object>();
  return onFire((fire) => (record, on, details) => {
    const { merchant } = record;
    for (const delivery of merchant.deliveries) {
      if (delivery.state !== 'abandoned' || seen.has(delivery)) continue;
      seen.add(delivery);
      if (delivery.webhookUrl === merchant.webhookUrl) merchant.webhookUrl = null;
    }
    return fire(record, on, details);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'A Resend action sends an event again as a new delivery. x-service-signature: Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret. The webhook secret can be regenerated by a rotate action.',
    mutant(
      'delivery.resent',
      'blind14-resent-with-the-secret-of-its-event',
      'an event is stored with the secret of its time: resent after a rotation, it is signed with the old one',
      resentWithTheOldSecret(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    onTheWay(
      'webhook.own-address-only',
      'blind14-webhook-url-without-query',
      'the request is made from host and path of the webhook URL: its query, which tells the receiver which shop it is, is left out',
      ({ send, close }) => ({
        send(request) {
          const { origin, pathname } = new URL(request.url);
          return send({ ...request, url: origin + pathname });
        },
        close,
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours.',
    mutant(
      'delivery.first-retry',
      'blind14-failing-address-left-alone',
      'after five failures in a row, of whichever events, an address is left alone for half an hour: the fifth event and later ones are first retried after 30 minutes',
      leavesAlone(5),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours.',
    mutant(
      'delivery.one-schedule',
      'blind14-one-retry-timer-for-a-merchant',
      "a merchant's retries share a timer: an event that fails while another waits for its retry is sent again together with that one, before its own time",
      oneTimerForEachAddress(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind14-newer-event-ends-the-retries',
      'of the events of one reference only the newest is retried: when an escrow is released, escrow.funded that was not acknowledged is given up after the retry that was due',
      oneRetryForEachReference(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event. Wallet-link events ... signed like all events.',
    mutant(
      'delivery.later-retries',
      'blind14-link-events-tried-three-times',
      'wallet-link events are sent by the service for notices, which gives up after three attempts: no retry comes after the one of 5 minutes',
      functions(({ nextAttempt }) => ({
        nextAttempt: (retries, attempt, delivery) =>
          delivery.event.startsWith('wallet.link.') && attempt >= 3
            ? undefined
            : nextAttempt(retries, attempt, delivery),
      })),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent',
      'blind14-resend-of-a-resend-does-nothing',
      'Resend looks for the delivery among the first ones of events: pressed on the entry of an earlier resend, it sends nothing',
      onResend((resend) => (merchant, id) => {
        const pressed = merchant.deliveries.find((delivery) => delivery.id === id);
        const first = merchant.deliveries.find(({ eventId }) => eventId === pressed?.eventId);
        return first === pressed ? resend(merchant, id) : true;
      }),
    ),
  ),
  against(
    'x-service-signature: keyed with the webhook secret. Each has its own merchants, keys and webhook secrets.',
    mutant(
      'webhook.signature',
      'blind14-secret-cached-by-address',
      'the secret is cached under the webhook URL: of two merchants with one URL the events of the second are signed with the secret of the first',
      secretByAddress(),
    ),
  ),
  against(
    'id: string. Unique per event.',
    mutant(
      'webhook.payload-id',
      'blind14-event-id-made-of-kind-and-reference',
      'the id of an event is a hash of its kind and reference, so that it is sent once: two merchants whose orders have one reference get events of one id',
      functions(({ payload, deliveryList }) => ({
        payload: (event) => payload({ ...event, id: idOf(event.event, event.reference) }),
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({ ...delivery, eventId: idOf(delivery.event, delivery.reference) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'Webhook signing has two schemes side by side: `x-service-signature` and `x-service-signature-v2`. The webhook secret can be regenerated by a rotate action.',
    mutant(
      'version.both-signatures',
      'blind14-rotation-moves-on-to-v2',
      'a rotated secret is used for the newer scheme alone: what is sent after a rotation has no x-service-signature',
      withoutV1AfterRotation(),
    ),
  ),
  against(
    'escrow.funded: The buyer paid an escrow. Any other answer is retried ... until 24 hours after the event. After that the delivery is marked abandoned.',
    mutant(
      'webhook.escrow-funded',
      'blind14-abandoned-delivery-disables-the-address',
      'an address at which a delivery was abandoned is taken out of use until it is set again: later events of the merchant are not sent',
      disablesTheAddress(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind14-acknowledged-delivery-lists-one-attempt',
      'with the acknowledgement the attempts of a delivery are replaced by the last: those that failed before it are not listed any more',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) =>
              delivery.state === 'delivered' ? { ...delivery, attempts: delivery.attempts.slice(-1) } : delivery,
            ),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind14-list-of-the-present-address',
      'deliveries belong to the address that they went to, and the console lists those of the present one: after the webhook URL was changed the earlier ones are not listed',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.filter(({ webhookUrl }) => merchant === undefined || webhookUrl === merchant.webhookUrl),
            merchant,
          ),
      })),
    ),
  ),
];
