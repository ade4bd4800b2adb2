/** Defects of retries, and of the console's list. */
import type { RequirementId } from '../../../interface/register/index.ts';
import { functions, retries } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const GAPS = [60, 300, 1_800, 7_200, 43_200] as const;
const saidAt: readonly RequirementId[] = [
  'delivery.first-retry',
  'delivery.second-retry',
  'delivery.later-retries',
  'delivery.later-retries',
  'delivery.later-retries',
];

/** Each retry delay halved, and doubled. */
const moved = GAPS.flatMap((gap, index) =>
  [0.5, 2].map((factor) =>
    mutant(
      saidAt[index] ?? 'delivery.one-schedule',
      `retry-${index + 1}-after-${gap * factor}-seconds`,
      `retry ${index + 1} comes after ${gap * factor} seconds in place of ${gap}`,
      retries({ gaps: GAPS.map((each, at) => (at === index ? each * factor : each)) }),
    ),
  ),
);

function occurredLater(payload: string): string {
  const event = JSON.parse(payload) as { readonly occurredAt: string };
  return JSON.stringify({ ...event, occurredAt: new Date(Date.parse(event.occurredAt) + 1_000).toISOString() });
}

interface Entry {
  state: string;
  payload: string;
  attempts: { at: string; status: number | null; error: string | null }[];
}

const retrying: readonly Mutant[] = [
  ...moved,
  mutant('delivery.first-retry', 'no-retries', 'a delivery is tried once', retries({ gaps: [] })),
  mutant(
    'delivery.one-schedule',
    'one-retry-too-many',
    'there is a second retry after 5 minutes',
    retries({ gaps: [60, 300, 300, 1_800, 7_200, 43_200] }),
  ),
  mutant(
    'delivery.one-schedule',
    'one-hour-retry-in-between',
    'between the retries of 2 and 12 hours there is one after an hour',
    retries({ gaps: [60, 300, 1_800, 7_200, 3_600, 43_200] }),
  ),
  mutant(
    'delivery.ends-after-a-day',
    'retries-for-two-days',
    'retries go on for two days',
    retries({ within: 172_800 }),
  ),
  mutant(
    'delivery.abandoned',
    'abandoned-stays-pending',
    'a delivery that was given up is shown as pending',
    listed((entry) => ({ ...entry, state: entry.state === 'abandoned' ? 'pending' : entry.state })),
  ),
  mutant(
    'delivery.abandoned',
    'abandoned-as-delivered',
    'a delivery that was given up is shown as delivered',
    listed((entry) => ({ ...entry, state: entry.state === 'abandoned' ? 'delivered' : entry.state })),
  ),
  mutant(
    'delivery.retry-signed-afresh',
    'retry-timestamp-not-refreshed',
    'a retry carries the timestamp of the first attempt',
    firstTimestamp((first) => [first, first]),
  ),
  mutant(
    'delivery.retry-signed-afresh',
    'retry-signed-with-first-timestamp',
    "a retry's second signature is made over the first timestamp",
    firstTimestamp((first, now) => [now, first]),
  ),
  mutant(
    'delivery.retry-same-body',
    'retry-with-another-occurred-at',
    'a retry says that the event occurred a second later than the first attempt said',
    functions(({ attemptBody }) => ({
      attemptBody: (payload, attempt) => attemptBody(attempt === 1 ? payload : occurredLater(payload), attempt),
    })),
  ),
];

const list: readonly Mutant[] = [
  mutant(
    'delivery.listed',
    'delivery-list-empty',
    'the list of deliveries is empty',
    functions(() => ({ deliveryList: () => [] })),
  ),
  mutant(
    'delivery.listed',
    'delivery-list-payload-rewritten',
    'the list shows the payload with spaces that were not sent',
    listed((entry) => ({ ...entry, payload: JSON.stringify(JSON.parse(entry.payload), null, 1) })),
  ),
  mutant(
    'delivery.listed',
    'delivery-list-delivered-only',
    'the list shows failed deliveries only',
    functions(({ deliveryList }) => ({
      deliveryList: (all) => deliveryList(all.filter(({ state }) => state !== 'delivered')),
    })),
  ),
  mutant(
    'delivery.lists-attempts',
    'delivery-list-without-attempts',
    'the list shows no attempts',
    listed((entry) => ({ ...entry, attempts: [] })),
  ),
  mutant(
    'delivery.lists-attempts',
    'delivery-list-last-attempt-only',
    'the list shows the last attempt only',
    listed((entry) => ({ ...entry, attempts: entry.attempts.slice(-1) })),
  ),
  mutant(
    'delivery.lists-attempts',
    'delivery-list-without-status',
    'the list shows no status of attempts that failed',
    listed((entry) => ({
      ...entry,
      attempts: entry.attempts.map((attempt) => (attempt.status === 200 ? attempt : { ...attempt, status: null })),
    })),
  ),
  mutant(
    'delivery.lists-attempts',
    'delivery-list-without-error',
    'the list shows no error of attempts without an answer',
    listed((entry) => ({ ...entry, attempts: entry.attempts.map((attempt) => ({ ...attempt, error: null })) })),
  ),
  mutant(
    'delivery.resent',
    'resend-with-another-id',
    'a resend has an event id of its own',
    functions(({ resent }) => ({
      resent: (delivery) => {
        const { eventId, payload, ...rest } = resent(delivery);
        return { ...rest, eventId: `${eventId}r`, payload: payload.replace(eventId, `${eventId}r`) };
      },
    })),
  ),
];

export const deliveryMutants: readonly Mutant[] = [...retrying, ...list];

function listed(change: (entry: Entry) => Entry): Change {
  return functions(({ deliveryList }) => ({
    deliveryList: (all) => deliveryList(all).map((entry) => change(entry as Entry)),
  }));
}

/** Chooses the timestamps for the header and for the second signature from those of the first attempt and of the present one. */
function firstTimestamp(choose: (first: string, now: string) => readonly [header: string, signed: string]): Change {
  return functions(({ webhookHeaders }) => {
    const firsts = new Map<string, string>();
    return {
      webhookHeaders: (rules, secret, now, body) => {
        const first = firsts.get(body) ?? now;
        firsts.set(body, first);
        const [header, signed] = choose(first, now);
        return { ...webhookHeaders(rules, secret, signed, body), 'x-service-timestamp': header };
      },
    };
  });
}
