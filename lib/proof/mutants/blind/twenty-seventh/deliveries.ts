/** Deliveries: what an address that fails, a saved address and a rotation do to those under way. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { headersOf } from '../ways-of-delivery.ts';

const FAILURES_IN_A_ROW = 10;
const CLOSED_SECONDS = 600;
const NOT_TRIED = 'not tried: the receiver is failing';

/** The worker of the address is started anew, with an empty queue. */
function queueEmptied(): Change {
  const dropped = new WeakSet<Delivery>();
  return functions(({ attemptBody, changeAddress, nextAttempt }) => ({
    changeAddress(merchant, webhookUrl) {
      for (const delivery of merchant.deliveries) {
        if (delivery.state !== 'pending') continue;
        dropped.add(delivery);
        delivery.state = 'abandoned';
      }
      changeAddress(merchant, webhookUrl);
    },
    attemptBody(payload, attempt, delivery) {
      if (delivery !== undefined && dropped.has(delivery)) throw new Error('dropped');
      return attemptBody(payload, attempt, delivery);
    },
    nextAttempt: (retries, attempt, delivery) =>
      dropped.has(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
  }));
}

/** A merchant is told from another by its secret. Its address is used again once it is saved anew. */
function disabledOnceAbandoned(): Change {
  const known = new Map<string, Set<Delivery>>();
  return functions(({ changeAddress, webhookHeaders }) => ({
    changeAddress(merchant, webhookUrl) {
      known.delete(merchant.webhookSecret);
      changeAddress(merchant, webhookUrl);
    },
    webhookHeaders(rules, secret, timestamp, body, delivery) {
      if (delivery !== undefined) {
        const all = known.get(delivery.webhookSecret) ?? new Set();
        known.set(delivery.webhookSecret, all.add(delivery));
        if ([...all].some(({ state }) => state === 'abandoned')) throw new Error('the address is disabled');
      }
      return webhookHeaders(rules, secret, timestamp, body, delivery);
    },
  }));
}

/** After this many failures in a row, the service sends nothing to the merchant for ten minutes; attempts due in that time count as made. */
function circuitBroken(): Change {
  const failures = new Map<string, number>();
  const closedUntil = new Map<string, number>();
  return all(
    functions(({ acknowledges, webhookHeaders }) => ({
      acknowledges(status, delivery) {
        const acknowledged = acknowledges(status, delivery);
        if (acknowledged && delivery !== undefined) failures.delete(delivery.webhookSecret);
        return acknowledged;
      },
      webhookHeaders(rules, secret, timestamp, body, delivery) {
        if (delivery !== undefined && Number(timestamp) < (closedUntil.get(delivery.webhookSecret) ?? 0))
          throw new Error(NOT_TRIED);
        return webhookHeaders(rules, secret, timestamp, body, delivery);
      },
    })),
    functions(({ nextAttempt }) => ({
      nextAttempt(retries, attempt, delivery) {
        const last = delivery.attempts.at(-1);
        if (last !== undefined && last.error !== NOT_TRIED) {
          const count = (failures.get(delivery.webhookSecret) ?? 0) + 1;
          failures.set(delivery.webhookSecret, count);
          if (count >= FAILURES_IN_A_ROW)
            closedUntil.set(delivery.webhookSecret, Date.parse(last.at) / 1_000 + CLOSED_SECONDS);
        }
        return nextAttempt(retries, attempt, delivery);
      },
    })),
  );
}

function attemptsOverwritten(): Change {
  return functions(({ deliveryList }) => ({
    deliveryList(deliveries, merchant) {
      const latest = (eventId: string, number: number) =>
        deliveries.findLast((each) => each.eventId === eventId && each.attempts[number] !== undefined)?.attempts[
          number
        ];
      const listed = deliveries.map((each) => ({
        ...each,
        attempts: each.attempts.map((own, number) => latest(each.eventId, number) ?? own),
      }));
      return deliveryList(listed, merchant);
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.first-retry',
      'blind27-saving-the-address-empties-the-queue',
      'saving the webhook address, also the same one again, starts its sender anew with an empty queue: deliveries that wait for a retry are marked abandoned and not tried again',
      queueEmptied(),
    ),
  ),
  against(
    'payment.succeeded | A checkout was paid',
    mutant(
      'webhook.payment-succeeded',
      'blind27-an-abandoned-delivery-disables-the-address',
      'once a delivery was abandoned the address counts as dead: events that happen later are not sent to it until it is saved again in the console',
      disabledOnceAbandoned(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind27-ten-failures-close-the-circuit',
      'after ten failed attempts in a row at one merchant none is made for ten minutes, and those that fall due meanwhile count as made',
      circuitBroken(),
    ),
  ),
  against(
    'x-service-signature-v2 | Lowercase hex HMAC-SHA256 of the text `<timestamp>.<raw body>`; use it to reject old replays',
    mutant(
      'version.both-signatures',
      'blind27-two-secrets-on-one-retry',
      'the first signature is made with the present secret and the second with that of the time of the event: on a retry after a rotation they have different keys',
      headersOf(
        () => true,
        ({ rules, timestamp, body, delivery }) => ({
          'x-service-signature-v2': rules.functions.signV2(delivery.webhookSecret, timestamp, body),
        }),
      ),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload. A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.lists-attempts',
      'blind27-attempts-stored-by-event-and-number',
      'attempts are stored by the id of their event and their number: those of a resend overwrite those of the first delivery, which is listed with the statuses of the resend',
      attemptsOverwritten(),
    ),
  ),
];
