/** What the console lists, and what it sends again. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { onResend } from '../ways-of-delivery.ts';

const sentOnce = new WeakSet<Delivery>();

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind8-console-payload-by-reference',
      'the console looks the sent payload up by reference: all deliveries of a reference are listed with the payload of its latest event',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) => {
          const latest = new Map(deliveries.map(({ reference, payload }) => [reference, payload]));
          const listed = deliveries.map((each) => ({ ...each, payload: latest.get(each.reference) ?? each.payload }));
          return deliveryList(listed, merchant);
        },
      })),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.resent-retried',
      'blind8-abandoned-resent-once-only',
      'the schedule of a resend is counted from the event: what was abandoned is sent again once, and where that is not acknowledged it is never retried',
      all(
        onResend((resend) => (merchant, id) => {
          const abandoned = merchant.deliveries.find((each) => each.id === id)?.state === 'abandoned';
          const done = resend(merchant, id);
          const again = merchant.deliveries.at(-1);
          if (abandoned && again !== undefined) sentOnce.add(again);
          return done;
        }),
        functions(({ nextAttempt }) => ({
          nextAttempt: (retries, attempt, delivery) =>
            sentOnce.has(delivery) ? undefined : nextAttempt(retries, attempt, delivery),
        })),
      ),
    ),
  ),
];
