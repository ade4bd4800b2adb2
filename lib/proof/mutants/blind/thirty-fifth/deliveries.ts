/** Deliveries and the console: what becomes of them when something newer is there, and what a resend has of its own. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** An attempt of an event that is not the latest of its reference is not sent, and none follows it. */
function latestAlone(): Change {
  const latest = new Map<string, string>();
  const about = ({ webhookSecret, reference }: Delivery) => `${webhookSecret} ${reference}`;
  const isOld = (delivery: Delivery) => latest.get(about(delivery)) !== delivery.eventId;
  return functions(({ attemptBody, nextAttempt }) => ({
    attemptBody(payload, attempt, delivery) {
      if (delivery === undefined) return attemptBody(payload, attempt);
      if (attempt === 1) latest.set(about(delivery), delivery.eventId);
      if (isOld(delivery)) throw new Error('there is a newer event');
      return attemptBody(payload, attempt, delivery);
    },
    nextAttempt: (retries, attempt, delivery) =>
      isOld(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
  }));
}

/** Headers of what is resent; `first` is the delivery with which the event was sent at first, and its secret. */
function onResent(
  change: (resent: {
    headers: Record<string, string>;
    secret: string;
    sign: (secret: string) => Record<string, string>;
  }) => Record<string, string>,
): Change {
  const firsts = new Map<string, { delivery: Delivery; secret: string }>();
  return functions(({ webhookHeaders }) => ({
    webhookHeaders(rules, secret, timestamp, rawBody, delivery) {
      const sign = (by: string) => webhookHeaders(rules, by, timestamp, rawBody, delivery);
      if (delivery === undefined) return sign(secret);
      const first = firsts.get(delivery.eventId) ?? { delivery, secret };
      firsts.set(delivery.eventId, first);
      return first.delivery === delivery ? sign(secret) : change({ headers: sign(secret), secret: first.secret, sign });
    },
  }));
}

/** 200, 300, 400 or 500. */
function classOf(status: number | null): number | null {
  return status === null ? null : Math.floor(status / 100) * 100;
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute',
    mutant(
      'delivery.first-retry',
      'blind35-newer-event-ends-the-older',
      'the latest event of a reference is taken to be enough: when escrow.released has been sent, an escrow.funded that was not acknowledged is not tried again',
      latestAlone(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind35-list-of-the-present-address',
      'the list in the console is that of the present address: after another one was set, the deliveries that went to the old one are missing',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.filter(({ webhookUrl }) => merchant === undefined || webhookUrl === merchant.webhookUrl),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind35-statuses-by-their-class',
      'statuses are counted by their class, and kept so: an attempt that was answered with 503 is listed with 500, one with 404 with 400',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({
              ...delivery,
              attempts: delivery.attempts.map(({ at, status, error }) => ({
                at,
                status: classOf(status),
                error: error === `answered ${status}` ? `answered ${classOf(status)}` : error,
              })),
            })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent',
      'blind35-resent-under-the-old-secret',
      'a delivery keeps the secret of its event, and a resend takes it over: what is resent after the secret was rotated is signed with the one before',
      onResent(({ secret, sign }) => sign(secret)),
    ),
  ),
  against(
    'Content-Type | application/json',
    mutant(
      'webhook.request',
      'blind35-resent-as-plain-text',
      'the Resend action of the console has a sender of its own, which names no type and leaves it to its library: what is resent is text/plain;charset=UTF-8',
      onResent(({ headers }) => ({ ...headers, 'content-type': 'text/plain;charset=UTF-8' })),
    ),
  ),
];
