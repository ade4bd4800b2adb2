/** When attempts are made, how long they wait and when they are abandoned: the interface states times but no tolerance. */
import { functions, retries, transition } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import type { Kind } from '../../reference/rules/records.ts';
import type { EventName } from '../../reference/rules/states.ts';
import { decisions } from '../changes.ts';
import { onTheWay, type PermittedVariant, reading } from '../permitted-variant.ts';

const touches = ['webhooks', 'versioning'] as const;

export const deliveries: readonly PermittedVariant[] = [
  reading(
    {
      name: 'retries-with-a-look-every-15-seconds',
      oneOf: 'retries',
      what: 'a scheduler that looks every 15 s sends retries',
      touches,
    },
    retries({ gaps: [74, 313, 1_809, 7_212, 43_214] }),
  ),
  reading(
    { name: 'retries-with-jitter', oneOf: 'retries', what: 'each retry comes 5% later than it is due', touches },
    retries({ gaps: [63, 315, 1_890, 7_560, 45_360] }),
  ),
  reading(
    {
      name: 'retries-with-a-last-one-at-24-hours',
      oneOf: 'retries',
      what: 'retries come after the gaps of the schedule, and the last one 24 hours after the event',
      touches,
    },
    retries({ gaps: [60, 300, 1_800, 7_200, 43_200, 33_840] }),
  ),
  reading(
    {
      name: 'retries-with-a-late-end',
      oneOf: 'retries',
      what: 'a delivery is marked as abandoned when another attempt would be due, more than 24 hours after the event',
      touches,
    },
    retries({ within: 95_700 }),
  ),
  reading(
    {
      name: 'webhooks-seconds-late-by-95',
      oneOf: 'retries',
      what: 'a webhook is first sent 95 s after its event, by the clock',
      touches,
    },
    retries({ first: 95 }),
  ),
  reading(
    {
      name: 'webhooks-every-ten-minutes',
      oneOf: 'retries',
      // When an attempt is made at first is not shown: a job may send what has gathered.
      what: 'a webhook is first sent up to 10 minutes after its event, by the clock',
      touches,
    },
    retries({ first: 590 }),
  ),
  reading(
    {
      name: 'webhooks-ten-seconds-late-retried-by-offset',
      oneOf: 'retries',
      what: 'a webhook is first sent 10 s after its event, and retries come 1 and 5 minutes, half an hour, 2, 12 and 24 hours after the event',
      touches,
      decides: ['delivery.schedule-reading'],
    },
    retries({ first: 10, gaps: [50, 240, 1_500, 5_400, 36_000, 43_200] }),
  ),
  reading(
    {
      name: 'deliveries-listed-when-sent',
      // Delivery rule 5: whether the console lists what is still to be sent is not shown.
      what: 'the console lists a delivery once it was tried',
      touches,
    },
    functions(({ deliveryList }) => ({
      deliveryList: (deliveries, merchant) =>
        deliveryList(
          deliveries.filter(({ attempts }) => attempts.length > 0),
          merchant,
        ),
    })),
  ),
  onTheWay(
    {
      name: 'webhooks-wait-65-seconds',
      oneOf: 'patience of webhooks',
      what: 'a receiver has 65 s to answer',
      touches: ['webhooks'],
      decides: ['delivery.timeout'],
    },
    (transport) => ({ ...transport, send: (request) => transport.send({ ...request, timeoutMs: 65_000 }) }),
  ),
  reading(
    {
      name: 'webhooks-count-their-attempts',
      what: 'the body of each retry says which attempt it is',
      touches,
      decides: ['delivery.retry-bytes'],
    },
    functions(({ attemptBody }) => ({
      attemptBody: (payload, attempt) =>
        attempt === 1
          ? attemptBody(payload, attempt)
          : JSON.stringify({ ...JSON.parse(attemptBody(payload, attempt)), attempt, sentBy: `worker-${attempt % 3}` }),
    })),
  ),
  reading(
    {
      name: 'resends-end-with-the-event',
      // Delivery rule 2: "until 24 hours after the event", which a resend has in common with the delivery before it.
      what: 'a resend is tried again until a day after its event, so one of an older event is tried once',
      touches,
    },
    decisions({ resendsEnd: 'a day after the event' }),
  ),
  reading(
    {
      name: 'events-of-other-kinds',
      // Events, event kinds: the table says when each is sent, not that nothing else is.
      what: 'the creation of objects is told too, by events of other kinds',
      touches: [...touches, 'refunds', 'payouts', 'wallet-links'],
    },
    ...(['checkout', 'refund', 'payout', 'escrow'] as const).map((kind) => announced(kind, `${kind}.created`)),
    announced('walletLink', 'wallet.link.requested'),
  ),
  reading(
    {
      name: 'console-errors-without-an-answer',
      // Delivery rule 5: "last HTTP status, error": whether an error stands beside a status is not shown.
      what: 'the console shows an error only where there was no answer: elsewhere the status says it',
      touches,
    },
    functions(({ deliveryList }) => ({
      deliveryList: (deliveries, merchant) =>
        deliveryList(
          deliveries.map((delivery) => ({
            ...delivery,
            attempts: delivery.attempts.map((each) => (each.status === null ? each : { ...each, error: null })),
          })),
          merchant,
        ),
    })),
  ),
];

/** Sends an event of this kind when an object is created. */
function announced(kind: Kind, name: string): Change {
  return (rules) =>
    transition(kind, 'create', { sends: name as EventName })({
      ...rules,
      events: {
        ...rules.events,
        [name]: rules.events[kind === 'walletLink' ? 'wallet.link.approved' : 'payment.failed'],
      },
    });
}
