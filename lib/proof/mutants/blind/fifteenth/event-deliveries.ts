/** Retries, abandonment and resends that are kept under the wrong key, or forgotten for one kind of delivery. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onResend } from '../ways-of-delivery.ts';

/** Attempts of what is no money event. */
const ATTEMPTS_OF_NOTICES = 3;

function oneRetryOfAReference(): Change {
  const waiting = new Map<string, Delivery>();
  return functions(({ nextAttempt }) => ({
    nextAttempt(retries, attempt, delivery) {
      const key = `${delivery.webhookSecret} ${delivery.reference}`;
      const holder = waiting.get(key);
      if (holder !== undefined && holder !== delivery && holder.state === 'pending') return undefined;
      waiting.set(key, delivery);
      return nextAttempt(retries, attempt, delivery);
    },
  }));
}

/** What the console shows of a delivery in place of its own. */
function listed(change: (delivery: Delivery, all: readonly Delivery[]) => Partial<Delivery>): Change {
  return functions(({ deliveryList }) => ({
    deliveryList: (deliveries, merchant) =>
      deliveryList(
        deliveries.map((delivery) => ({ ...delivery, ...change(delivery, deliveries) })),
        merchant,
      ),
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours.',
    mutant(
      'delivery.5xx-retried',
      'blind15-one-retry-of-a-reference',
      'retries wait in a table with one row for each reference: while an event of an escrow waits for its retry, a second event of the same escrow that is not acknowledged is not retried',
      oneRetryOfAReference(),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event. Wallet-link events are signed like all events.',
    mutant(
      'delivery.later-retries',
      'blind15-link-events-tried-three-times',
      'events of wallet links go by another queue, for what is no money, whose jobs are given three attempts: after those at once, after 1 and after 5 minutes no further one comes',
      functions(({ nextAttempt }) => ({
        nextAttempt(retries, attempt, delivery) {
          if (delivery.event.startsWith('wallet.link.') && attempt >= ATTEMPTS_OF_NOTICES) return undefined;
          return nextAttempt(retries, attempt, delivery);
        },
      })),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried until 24 hours after the event. After that the delivery is marked abandoned.',
    mutant(
      'delivery.abandoned',
      'blind15-unanswered-is-never-abandoned',
      'a delivery is marked where the answer to its last attempt is handled, and an attempt without an answer goes another way: one that was not answered to the end stays pending in the console',
      listed(({ state, attempts }) =>
        state === 'abandoned' && attempts.at(-1)?.status === null ? { state: 'pending' } : {},
      ),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery. A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.not-abandoned',
      'blind15-state-kept-with-the-event',
      'the state is a column of the event, not of its deliveries: when a delivery that was acknowledged is resent and nobody takes it, both are shown as pending, and a day later as abandoned',
      listed(({ eventId }, all) => ({ state: all.findLast((each) => each.eventId === eventId)?.state ?? 'pending' })),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload. A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent',
      'blind15-resend-of-a-resend-is-lost',
      'Resend looks for the event by its first delivery: on a delivery that is a resend itself the action is accepted, and nothing is sent',
      onResend((resend) => (merchant, id) => {
        const asked = merchant.deliveries.find((each) => each.id === id);
        const first = merchant.deliveries.find(({ eventId }) => eventId === asked?.eventId);
        return asked === first ? resend(merchant, id) : true;
      }),
    ),
  ),
];
