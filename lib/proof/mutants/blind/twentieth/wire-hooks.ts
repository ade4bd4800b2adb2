/** Webhooks: waits at random, an address that is tidied up, what was read anyway, and an old library of signatures. */
import type { Delivery } from '../../../reference/rules/records.ts';
import type { EndpointName } from '../../../reference/rules/requests.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { nextAttempt } from '../ways-of-delivery.ts';

/** The events of what these endpoints read begin so. */
const READS: Partial<Record<EndpointName, string>> = {
  getCheckout: 'payment.',
  getRefund: 'refund.',
  getPayout: 'payout.',
  getEscrow: 'escrow.',
};

/** A retry that is in the queue already is still sent, and is the last. */
function readIsAsGoodAsAcknowledged(): Change {
  const read = new WeakSet<Delivery>();
  return all(
    answers('everywhere', (reply, { endpoint, merchant, params }) => {
      const prefix = READS[endpoint.name];
      if (prefix === undefined || reply.status !== 200) return reply;
      for (const delivery of merchant.deliveries) {
        const { event, reference, state } = delivery;
        if (reference !== params.reference || !event.startsWith(prefix) || state !== 'pending') continue;
        delivery.state = 'delivered';
        read.add(delivery);
      }
      return reply;
    }),
    functions((own) => ({
      nextAttempt: (retries, attempt, delivery) =>
        read.has(delivery) ? undefined : own.nextAttempt(retries, attempt, delivery),
    })),
  );
}

function olderSchemeForAsciiAlone(): Change {
  return functions(({ webhookHeaders }) => ({
    webhookHeaders(rules, secret, timestamp, body, delivery) {
      const headers = webhookHeaders(rules, secret, timestamp, body, delivery);
      if (!/\P{ASCII}/u.test(body)) return headers;
      return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-service-signature'));
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.first-retry',
      'blind20-waits-with-equal-jitter',
      'the library of retries spreads them by the usual recipe, a half of the wait and up to another half at random: the first retry comes after 30 to 60 seconds, the second after 150 to 300',
      nextAttempt((_, __, gap) => (gap === undefined ? undefined : (gap / 2) * (1 + Math.random()))),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL (set in the console).",
    onTheWay(
      'webhook.own-address-only',
      'blind20-slash-at-the-end-of-the-address-cut',
      'addresses are tidied up before they are sent to, so that one with a slash at the end and one without are the same: for https://shop.example/hooks/ events are sent to https://shop.example/hooks',
      ({ send, close }) => ({
        send: (request) => send({ ...request, url: request.url.replace(/(?<=[^/:])\/+(?=\?|$)/, '') }),
        close,
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried. Missed events can be reconciled with the GET calls of checkouts, refunds and payouts.',
    mutant(
      'delivery.5xx-retried',
      'blind20-what-was-read-counts-as-delivered',
      'a merchant that reads a record knows what its event would tell, so GET of a checkout, refund, payout or escrow marks what waits for it as delivered: after the retry that is in the queue already none follows, though the receiver has acknowledged nothing',
      readIsAsGoodAsAcknowledged(),
    ),
  ),
  against(
    'Webhook signing has two schemes side by side: `x-service-signature` and `x-service-signature-v2`.',
    mutant(
      'version.both-signatures',
      'blind20-older-scheme-for-plain-text-alone',
      'the library of the older scheme throws at text that is not ASCII, which is caught and logged: an event with such a name or linkRef is sent with x-service-signature-v2 and without x-service-signature',
      olderSchemeForAsciiAlone(),
    ),
  ),
];
