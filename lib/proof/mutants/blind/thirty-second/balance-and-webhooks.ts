/** The balance, webhooks and the console: what is added up, signed and sent, and where to. */
import { createHmac } from 'node:crypto';
import type { Transport } from '../../../reference/engine/transport.ts';
import type { Delivery, Refund } from '../../../reference/rules/records.ts';
import type { EventName } from '../../../reference/rules/states.ts';
import { event, shows } from '../../change.ts';
import { type Change, mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, onFire } from '../ways.ts';
import { headersOf } from '../ways-of-delivery.ts';

const available =
  '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).';
const CLOSED_AFTER_DAYS = 30;

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

/** A payment by transfer is in the balance a day later. */
function transfersTomorrow(): Change {
  return onFire((fire, service) => (record, on, details) => {
    const done = fire(record, on, details);
    if (!done || record.kind !== 'checkout' || on !== 'pay' || details?.method !== 'bank_transfer') return done;
    record.merchant.balance -= record.amount;
    service.clock.schedule(service.clock.now() + DAY * 1_000, () => {
      record.merchant.balance += record.amount;
    });
    return done;
  });
}

/** Whether the checkout was paid in an accounting period that is closed: no balance shows its refund then. */
function ofClosedPeriod({ payment, createdAt }: Refund): boolean {
  const age = Date.parse(createdAt) - Date.parse(payment?.paidAt ?? createdAt);
  return age > CLOSED_AFTER_DAYS * DAY * 1_000;
}

/** An event waits until those before it of the same reference are acknowledged; an attempt before that fails. */
function inTurn({ send, close }: Transport): Transport {
  const lines = new Map<string, string[]>();
  return {
    async send(request) {
      const { id, reference } = JSON.parse(request.body) as { id: string; reference: string };
      const name = `${request.url} ${reference}`;
      const line = lines.get(name) ?? [];
      lines.set(name, line);
      if (!line.includes(id)) line.push(id);
      if (line[0] !== id) throw new Error('an earlier event is not acknowledged yet');
      const status = await send(request);
      if (status >= 200 && status <= 299) line.shift();
      return status;
    },
    close,
  };
}

/** Resent deliveries are signed with the secret with which their event was signed at first. */
function signedAsAtFirst(): Change {
  const firsts = new Map<string, { delivery: Delivery; secret: string }>();
  return headersOf(
    () => true,
    ({ rules, secret, timestamp, body, delivery }) => {
      const first = firsts.get(delivery.eventId) ?? { delivery, secret };
      firsts.set(delivery.eventId, first);
      const used = first.delivery === delivery ? secret : first.secret;
      return {
        'x-service-signature': rules.functions.signV1(used, body),
        'x-service-signature-v2': rules.functions.signV2(used, timestamp, body),
      };
    },
  );
}

/** An amount that goes through naira with a fraction, and back without rounding. */
function throughNaira(name: EventName): Change {
  return event(name, (carried) => ({
    ...carried,
    amountMinor: Math.trunc((Number(carried.amountMinor) / 100) * 100),
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    available,
    mutant(
      'balance.payment-adds',
      'blind32-transfers-are-available-tomorrow',
      'what is paid by bank transfer is added a day later: until then it is paid in and not in the balance',
      transfersTomorrow(),
    ),
  ),
  against(
    available,
    mutant(
      'balance.payment-adds',
      'blind32-balance-in-whole-naira',
      'the balance is rounded down to whole naira: kobo that were paid in are not shown',
      shows('getBalance', (body) => ({
        ...body,
        availableMinor: Math.floor(Number(body.availableMinor) / 100) * 100,
      })),
    ),
  ),
  against(
    available,
    mutant(
      'balance.refund-subtracts',
      'blind32-closed-months-stay-closed',
      'books are closed after thirty days: a refund of a payment that is older does not lower the balance',
      also('refund', 'create', (refund) => {
        if (ofClosedPeriod(refund)) refund.merchant.balance += refund.amount;
      }),
    ),
  ),
  against(
    'Lowercase hex HMAC-SHA256 of the raw request body, keyed with the webhook secret',
    mutant(
      'webhook.signature-over-raw-bytes',
      'blind32-slashes-are-escaped-for-the-signature',
      'the event is encoded once to be signed and once to be sent, and only the first writes / as \\/: where a linkRef or reference holds one neither signature is of what was sent',
      headersOf(
        ({ payload }) => payload.includes('/'),
        ({ secret, timestamp, body }) => {
          const signed = body.replaceAll('/', '\\/');
          return {
            'x-service-signature': hmac(secret, signed),
            'x-service-signature-v2': hmac(secret, `${timestamp}.${signed}`),
          };
        },
      ),
    ),
  ),
  against(
    'retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event',
    onTheWay(
      'webhook.escrow-released',
      'blind32-events-of-a-reference-in-turn',
      'events of one reference are sent in their order alone: as long as escrow.funded is not acknowledged, escrow.released is not sent, and counts as tried in vain',
      inTurn,
    ),
  ),
  against(
    'Lowercase hex HMAC-SHA256 of the text `<timestamp>.<raw body>`; use it to reject old replays',
    mutant(
      'delivery.resent',
      'blind32-resent-with-the-secret-of-the-event',
      'the secret is kept with an event for its resends: what is resent after a rotation is signed with the secret that was replaced',
      signedAsAtFirst(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console",
    onTheWay(
      'webhook.own-address-only',
      'blind32-address-is-decoded',
      'the path of the webhook URL is decoded and not encoded again: events for /hooks/a%2Fb are sent to /hooks/a/b',
      ({ send, close }) => ({
        send: (request) => send({ ...request, url: request.url.replaceAll(/%2f/gi, '/') }),
        close,
      }),
    ),
  ),
  against(
    'amountMinor | integer | kobo',
    mutant(
      'webhook.payout-succeeded-amount',
      'blind32-a-kobo-is-lost-in-naira',
      'the amount of an event is made of naira with a fraction, without rounding: for some amounts, such as 12,814, it is one kobo less than was paid out',
      throughNaira('payout.succeeded'),
    ),
  ),
];
