/** Events of an address that failed once, of a clock in another place, of a timer, and of references that look like numbers. */
import type { AnyRecord, Delivery } from '../../../reference/rules/records.ts';
import type { Details, EventName, Machines, Transition } from '../../../reference/rules/states.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { payloadOf } from '../ways-of-delivery.ts';

/** Lagos is an hour ahead of UTC all year. */
const AHEAD_MS = 3_600_000;

const LINK_EVENTS = [
  'wallet.link.approved',
  'wallet.link.rejected',
  'wallet.link.expired',
  'wallet.link.revoked',
] as const satisfies readonly EventName[];

const BY_TIME = ['not paid in time', 'no report in time', 'nobody decides'];

/** Something that happens with each row that sends an event, just before it is sent. */
function beforeEvents(does: (record: AnyRecord, on: string) => void): Change {
  const changed = (row: Transition): Transition => ({
    ...row,
    also(record: AnyRecord, now: string, details: Details) {
      row.also?.(record, now, details);
      does(record, row.on);
    },
  });
  return (rules) => {
    const machines = Object.entries(rules.machines).map(([kind, rows]) => [
      kind,
      (rows as readonly Transition[]).map((row) => (row.sends === null ? row : changed(row))),
    ]);
    return { ...rules, machines: Object.fromEntries(machines) as Machines };
  };
}

function abandonedSwitchesOff(): Change {
  const counted = new WeakSet<Delivery>();
  return beforeEvents(({ merchant }) => {
    const more = merchant.deliveries.filter((delivery) => delivery.state === 'abandoned' && !counted.has(delivery));
    for (const delivery of more) counted.add(delivery);
    if (more.length > 0) merchant.webhookUrl = null;
  });
}

/** What runs by the clock sends its events itself, and not through the queue that tries again. */
function byTimeSentOnce(): Change {
  let byTime = false;
  const events = new Set<string>();
  const deliveries = new Map<string, string>();
  return all(
    beforeEvents((_, on) => {
      byTime = BY_TIME.includes(on);
    }),
    functions(({ eventId, nextAttempt }) => ({
      eventId(newId) {
        const id = eventId(newId);
        if (byTime) events.add(id);
        return id;
      },
      nextAttempt(retries, attempt, delivery) {
        const first = deliveries.get(delivery.eventId) ?? delivery.id;
        deliveries.set(delivery.eventId, first);
        const once = events.has(delivery.eventId) && first === delivery.id;
        return once ? undefined : nextAttempt(retries, attempt, delivery);
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    "payment.succeeded: A checkout was paid. The service sends a POST with a JSON body to the merchant's webhook URL.",
    mutant(
      'webhook.payment-succeeded',
      'blind16-abandoned-switches-the-address-off',
      'when a delivery was abandoned, its address is taken for dead and removed: later events are not sent until the address is saved anew',
      abandonedSwitchesOff(),
    ),
  ),
  against(
    'occurredAt | date-time. Wallet-link events carry the body `{ id, event, ..., occurredAt }`. Timestamps are ISO 8601 date-times.',
    mutant(
      'webhook.occurred-at',
      'blind16-link-events-in-the-time-of-lagos',
      'the part that keeps the links runs in the time of Lagos and writes its times with a Z: the occurredAt of link events is an hour late',
      all(
        ...LINK_EVENTS.map((name) =>
          payloadOf(name, (event) => ({
            ...event,
            occurredAt: new Date(Date.parse(String(event.occurredAt)) + AHEAD_MS).toISOString(),
          })),
        ),
      ),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute. payment.failed: A checkout failed or expired.',
    mutant(
      'delivery.5xx-retried',
      'blind16-events-by-time-are-sent-once',
      'what runs by the clock sends its events itself and not through the queue: those of a checkout, an escrow or a link whose time is over, and of an automatic release, are not tried again',
      byTimeSentOnce(),
    ),
  ),
  against(
    "reference | string | The merchant's reference of the checkout, refund or payout.",
    mutant(
      'webhook.payload-reference',
      'blind16-references-of-digits-become-numbers',
      'texts that look like numbers are written as numbers in the payload: the reference 00120 of a checkout is 120 in its event',
      all(
        ...(['payment.succeeded', 'payment.failed'] as const).map((name) =>
          payloadOf(name, (event) => ({
            ...event,
            reference: /^[0-9]+$/.test(String(event.reference)) ? Number(event.reference) : event.reference,
          })),
        ),
      ),
    ),
  ),
];
