/** Events that tell a total, that two workers send, or that wait in a line. */
import type { Merchant, Payout } from '../../../reference/rules/records.ts';
import { event } from '../../change.ts';
import { all, type Change, mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY } from '../ways.ts';

const TO_THE_SECOND = '2026-01-31T12:00:00'.length;

/** A worker takes what is due in a second; the other one looks at the same second when there is more than one. */
function twoWorkersTakeOneSecond(): Change {
  const latest = new WeakMap<Merchant, string>();
  const twice = new WeakSet<object>();
  const settles = (payout: Payout, now: string) => {
    const second = now.slice(0, TO_THE_SECOND);
    if (latest.get(payout.merchant) === second) twice.add(payout);
    latest.set(payout.merchant, second);
  };
  const repeated = (name: 'payout.succeeded' | 'payout.failed'): Change => {
    return (rules) => {
      const rule = { ...rules.events[name], followedBy: (record: object) => (twice.delete(record) ? name : null) };
      return { ...rules, events: { ...rules.events, [name]: rule } };
    };
  };
  return all(
    also('payout', 'settlement succeeds', settles),
    also('payout', 'settlement fails', settles),
    repeated('payout.succeeded'),
    repeated('payout.failed'),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    "refund.succeeded: A refund completed. amountMinor | integer | kobo. reference: The merchant's reference of the checkout, refund or payout.",
    mutant(
      'webhook.refund-succeeded-amount',
      'blind12-refund-told-as-running-total',
      'refund.succeeded takes its amountMinor from the refundedAmount of the checkout: the event of a second refund tells the sum of both',
      event('refund.succeeded', (carried, record) => {
        const { refundedAmount } = (record.payment ?? {}) as { refundedAmount?: number };
        return { ...carried, amountMinor: refundedAmount ?? carried.amountMinor };
      }),
    ),
  ),
  against(
    "id | string | Unique per event. payout.succeeded: A payout reached the seller's account.",
    mutant(
      'webhook.one-event',
      'blind12-two-workers-take-one-second',
      'two workers look for what has settled, second by second, and do not see what the other has taken: where two payouts of a merchant settle within one second, the later is told twice, in two events with ids of their own',
      twoWorkersTakeOneSecond(),
    ),
  ),
  against(
    "payment.succeeded: A checkout was paid. The service sends a POST with a JSON body to the merchant's webhook URL. The same event can arrive more than once and out of order.",
    onTheWay(
      'webhook.own-address-only',
      'blind12-events-wait-in-one-line',
      'the queue keeps the order of the events of an address: while one is not acknowledged, no other is sent, and an event that the receiver never accepts holds back all later ones for a day',
      ({ send, close }) => {
        const heads = new Map<string, { id: unknown; since: number }>();
        return {
          close,
          async send(request) {
            const { id } = JSON.parse(request.body) as { id: unknown };
            const now = Number(request.headers['x-service-timestamp']);
            const head = heads.get(request.url);
            if (head !== undefined && head.id !== id && now - head.since < DAY) throw new Error('waits for another');
            if (head?.id !== id) heads.set(request.url, { id, since: now });
            const status = await send(request);
            if (status >= 200 && status <= 299) heads.delete(request.url);
            return status;
          },
        };
      },
    ),
  ),
];
