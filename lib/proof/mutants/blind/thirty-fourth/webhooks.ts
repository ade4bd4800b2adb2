/** Webhooks: columns, indexes and calendars of the sender. */
import type { Delivery } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY } from '../ways.ts';
import { untold } from './live.ts';

const COLUMN = 64;
const KEPT_DAYS = 30;

function ownerOf(delivery: Delivery, services: ReadonlySet<Service>) {
  return [...services]
    .flatMap(({ environments: { sandbox, live } }) => [...sandbox.merchants.values(), ...live.merchants.values()])
    .find(({ deliveries }) => deliveries.includes(delivery));
}

/** One delivery to be retried for each reference: a later event takes the place of an earlier one. */
function replacedByLaterOnes(): Change {
  const services = new Set<Service>();
  const isReplaced = (delivery: Delivery) => {
    const listed = ownerOf(delivery, services)?.deliveries ?? [];
    const later = listed.slice(listed.indexOf(delivery) + 1);
    return later.some(({ event, reference }) => reference === delivery.reference && event !== delivery.event);
  };
  return all(
    before('limitRate', ({ service }, next) => {
      services.add(service);
      return next();
    }),
    functions((plain) => ({
      attemptBody(payload, attempt, delivery) {
        if (delivery !== undefined && attempt > 1 && isReplaced(delivery)) throw new Error('replaced by a later event');
        return plain.attemptBody(payload, attempt, delivery);
      },
      nextAttempt: (retries, attempt, delivery) =>
        isReplaced(delivery) ? undefined : plain.nextAttempt(retries, attempt, delivery),
    })),
  );
}

/** The console's copy of what was sent. */
function listedInAscii(): Change {
  return functions(({ deliveryList }) => ({
    deliveryList: (deliveries, merchant) =>
      deliveryList(
        deliveries.map((each) => ({ ...each, payload: each.payload.replace(/[^ -~]/gu, '?') })),
        merchant,
      ),
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    "reference | string | The merchant's reference of the checkout, refund or payout",
    mutant(
      'webhook.payload-reference',
      'blind34-references-of-events-are-cut',
      'the table of events has 64 characters for the reference: in the event of a checkout with a longer one its end is missing, and the merchant finds no order by it',
      functions(({ payload }) => ({
        payload: (event) => payload({ ...event, reference: String(event.reference).slice(0, COLUMN) }),
      })),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.5xx-retried',
      'blind34-later-event-takes-the-place',
      'the table of what is to be retried has one row for each reference: when another event of an escrow follows, such as its release, an escrow.funded that was not acknowledged is not sent again',
      replacedByLaterOnes(),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind34-console-has-no-other-letters',
      'the console keeps payloads in a column of ASCII: in the list of deliveries the name of a holder such as Ngọzi Ẹze has question marks, though it was sent as it is',
      listedInAscii(),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows',
    mutant(
      'webhook.refund-succeeded',
      'blind34-refunds-of-old-checkouts-end-in-silence',
      'to tell of a refund the sender looks up its checkout in a table that keeps 30 days: a refund of an older one succeeds, and no refund.succeeded is sent',
      also('refund', 'settlement succeeds', ({ merchant, payment }, now) => {
        const age = Date.parse(now) - Date.parse(payment?.createdAt ?? now);
        if (age > KEPT_DAYS * DAY * 1_000) untold(merchant);
      }),
    ),
  ),
];
