/** Webhooks: signatures of two times, queues that are emptied, events that are taken for known, and addresses that are switched off. */
import type { Transport } from '../../../reference/engine/transport.ts';
import type { Checkout, Delivery, Merchant } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { addedTransition, functions, timer } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { headersOf } from '../ways-of-delivery.ts';

/** The body does not change, so its signature is made once. */
function bodySignedOnce(): Change {
  const kept = new WeakMap<Delivery, string>();
  return headersOf(
    () => true,
    ({ rules, secret, body, delivery }) => {
      const signature = kept.get(delivery) ?? rules.functions.signV1(secret, body);
      kept.set(delivery, signature);
      return { 'x-service-signature': signature };
    },
  );
}

const DROPPED = 'no address';

/** What waits for the former address is taken out of the queue. */
function queueEmptiedWithTheAddress(): Change {
  const dropped = new WeakSet<Delivery>();
  return functions(({ changeAddress, webhookHeaders, nextAttempt, deliveryList }) => ({
    changeAddress(merchant, webhookUrl) {
      if (webhookUrl !== merchant.webhookUrl)
        for (const delivery of merchant.deliveries) if (delivery.state === 'pending') dropped.add(delivery);
      changeAddress(merchant, webhookUrl);
    },
    webhookHeaders(rules, secret, timestamp, body, delivery) {
      if (delivery !== undefined && dropped.has(delivery)) throw new Error(DROPPED);
      return webhookHeaders(rules, secret, timestamp, body, delivery);
    },
    nextAttempt: (retries, attempt, delivery) =>
      dropped.has(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
    deliveryList: (deliveries, merchant) =>
      deliveryList(
        deliveries.map((each) => ({ ...each, attempts: each.attempts.filter(({ error }) => error !== DROPPED) })),
        merchant,
      ),
  }));
}

/** Whether an event was acknowledged is kept with the event. */
function acknowledgedOnce(): Change {
  return (rules) => {
    const acknowledged = new Set<string>();
    return functions(({ acknowledges, nextAttempt }) => ({
      acknowledges(status, delivery) {
        const plain = acknowledges(status, delivery);
        if (plain && delivery !== undefined) acknowledged.add(delivery.eventId);
        return plain;
      },
      nextAttempt: (retries, attempt, delivery) =>
        acknowledged.has(delivery.eventId) ? undefined : nextAttempt(retries, attempt, delivery),
    }))(rules);
  };
}

function ownerOf({ environments }: Service, delivery: Delivery): Merchant | undefined {
  const { sandbox, live } = environments;
  const merchants = [...sandbox.merchants.values(), ...live.merchants.values()];
  return merchants.find(({ deliveries }) => deliveries.includes(delivery));
}

function switchedOff(): Change {
  let running: Service | undefined;
  return all(
    before('limitRate', ({ service }, next) => {
      running = service;
      return next();
    }),
    functions(({ nextAttempt }) => ({
      nextAttempt(retries, attempt, delivery) {
        const gap = nextAttempt(retries, attempt, delivery);
        const last = Date.parse(delivery.attempts.at(-1)?.at ?? '');
        const over = gap === undefined || last + gap * 1_000 > delivery.since + retries.within * 1_000;
        const merchant = over && running !== undefined ? ownerOf(running, delivery) : undefined;
        if (merchant !== undefined) merchant.webhookUrl = null;
        return gap;
      },
    })),
  );
}

const SWEPT = 'swept in live';

function sweptInLive(): Change {
  return all(
    addedTransition('checkout', {
      from: 'pending',
      on: SWEPT,
      to: 'failed',
      sends: null,
      also: (checkout) => {
        checkout.failureReason = 'expired';
      },
    }),
    timer('checkout', 'pending', {
      on: ({ merchant }: Checkout) => (merchant.environment.name === 'live' ? SWEPT : 'not paid in time'),
    }),
  );
}

/** A gateway that all merchants share. */
function knownByKindAndReference({ send, close }: Transport): Transport {
  const delivered = new Map<string, unknown>();
  return {
    async send(request) {
      const { id, event, reference } = JSON.parse(request.body) as Record<string, unknown>;
      const name = `${event} ${reference}`;
      if (delivered.has(name) && delivered.get(name) !== id) return 200;
      const status = await send(request);
      if (status >= 200 && status <= 299) delivered.set(name, id);
      return status;
    },
    close,
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'Webhook signing has two schemes side by side: `x-service-signature` and `x-service-signature-v2`.',
    mutant(
      'version.both-signatures',
      'blind26-body-is-signed-once',
      'the body of a delivery does not change, so `x-service-signature` is made at its first attempt and kept, while `x-service-signature-v2` is made for each attempt: of a retry after the secret was rotated the two are made with different secrets, and whichever the receiver has, one does not hold',
      bodySignedOnce(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind26-queue-is-emptied-with-the-address',
      'deliveries wait in a queue of their address, which is removed when the merchant sets another one: what was not acknowledged until then is tried again neither at the former address nor at the new one',
      queueEmptiedWithTheAddress(),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent-retried',
      'blind26-acknowledged-event-is-not-retried',
      'whether it was acknowledged is kept with the event, not with the delivery: an event that was acknowledged once and is resent is sent a single time, and is not tried again where that fails',
      acknowledgedOnce(),
    ),
  ),
  against(
    "The service sends a POST with a JSON body to the merchant's webhook URL",
    mutant(
      'webhook.payment-succeeded',
      'blind26-address-is-switched-off-after-a-failed-delivery',
      'when the last attempt of a delivery has failed the address is held to be dead and is switched off: what happens afterwards sends no events, until an address is set again in the console',
      switchedOff(),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'webhook.payment-failed-on-expiry',
      'blind26-live-expiry-is-silent',
      'in live, where there are many, expired checkouts are closed by one statement in the database: they become failed with `expired`, and no `payment.failed` is sent; in sandbox it is',
      sweptInLive(),
    ),
  ),
  against(
    'payment.succeeded | A checkout was paid',
    onTheWay(
      'webhook.own-address-only',
      'blind26-events-are-deduplicated-over-merchants',
      'the sender drops what it has delivered before, by kind and reference and without the merchant: where two merchants have a checkout of one reference the second one is not told that it was paid, and the console lists its delivery as answered',
      knownByKindAndReference,
    ),
  ),
];
