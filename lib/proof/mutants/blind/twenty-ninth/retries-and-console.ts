/** Retries and the console: retries that outlive what they tell of, hours without any, and what the console keeps. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onFire } from '../ways.ts';

const DAY_MS = 86_400_000;
const MORNING_MS = DAY_MS / 4;

function subjectOf(event: unknown, reference: unknown): string {
  return `${String(event).replace(/\.\w+$/, '')} ${reference}`;
}

function onlyTheLatest(): Change {
  const latest = new Map<string, unknown>();
  return functions(({ payload, nextAttempt }) => ({
    payload(event) {
      latest.set(subjectOf(event.event, event.reference), event.id);
      return payload(event);
    },
    nextAttempt: (retries, attempt, delivery) =>
      latest.get(subjectOf(delivery.event, delivery.reference)) === delivery.eventId
        ? nextAttempt(retries, attempt, delivery)
        : undefined,
  }));
}

const nothingAtNight = functions(({ nextAttempt }) => ({
  nextAttempt(retries, attempt, delivery) {
    const gap = nextAttempt(retries, attempt, delivery);
    if (gap === undefined) return gap;
    const due = Date.parse(delivery.attempts.at(-1)?.at ?? '') + gap * 1_000;
    const rest = MORNING_MS - (due % DAY_MS);
    return rest > 0 ? gap + rest / 1_000 : gap;
  },
}));

const givesUp = onFire((fire) => (record, on, details) => {
  const { merchant } = record;
  const { webhookUrl } = merchant;
  const last = merchant.deliveries.slice(-3);
  if (last.length === 3 && last.every(({ state }) => state === 'abandoned')) merchant.webhookUrl = null;
  try {
    return fire(record, on, details);
  } finally {
    merchant.webhookUrl = webhookUrl;
  }
});

function settledByResend(deliveries: readonly Delivery[]): Delivery[] {
  const delivered = new Set(deliveries.filter(({ state }) => state === 'delivered').map(({ eventId }) => eventId));
  return deliveries.map((each) => (delivered.has(each.eventId) ? { ...each, state: 'delivered' } : each));
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind29-only-the-latest-is-retried',
      'once something newer is told of an escrow or a link, an older event of it is out of date and not tried again, although it never arrived',
      onlyTheLatest(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind29-last-five-attempts',
      'the console keeps five attempts of a delivery: the first of one that was tried for a day is missing',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => ({ ...each, attempts: each.attempts.slice(-5) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.abandoned',
      'blind29-resend-settles-the-first',
      'the state is one of the event: when what was resent is acknowledged, the delivery that had been abandoned is marked as delivered',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) => deliveryList(settledByResend(deliveries), merchant),
      })),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.one-schedule',
      'blind29-nothing-at-night',
      'receivers are left alone from midnight to six in UTC: a retry that falls due then is made in the morning',
      nothingAtNight,
    ),
  ),
  against(
    'A checkout was paid',
    mutant(
      'webhook.payment-succeeded',
      'blind29-gives-a-dead-address-up',
      'after three deliveries in a row were abandoned the address counts as dead, and what happens later is not sent to it, although it answers again',
      givesUp,
    ),
  ),
];
