/** The console's list of deliveries, as queries make it. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** Characters of the column of payloads. */
const COLUMN = 255;

function listed(change: (deliveries: readonly Delivery[]) => readonly Delivery[]): Change {
  return functions(({ deliveryList }) => ({
    deliveryList: (deliveries, merchant) => deliveryList(change(deliveries), merchant),
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.listed',
      'blind18-payloads-of-255-characters',
      'what was sent is noted for the console in a column of 255 characters: of a longer payload, such as that of a wallet-link event, the beginning is shown',
      listed((deliveries) =>
        deliveries.map((delivery) => ({ ...delivery, payload: delivery.payload.slice(0, COLUMN) })),
      ),
    ),
  ),
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind18-attempts-joined-with-answers',
      'the list joins attempts with their answers, and an attempt without one is left out: what timed out or was cut off is not listed, and its error is not told',
      listed((deliveries) =>
        deliveries.map((delivery) => ({
          ...delivery,
          attempts: delivery.attempts.filter(({ status }) => status !== null),
        })),
      ),
    ),
  ),
  against(
    'A Resend action sends an event again as a new delivery. The console lists deliveries.',
    mutant(
      'delivery.resent-listed',
      'blind18-list-of-latest-by-event',
      'the list is grouped by event and shows the latest delivery of each: what is resent takes the place of the first delivery, which is not listed any more',
      listed((deliveries) => [...new Map(deliveries.map((delivery) => [delivery.eventId, delivery])).values()]),
    ),
  ),
];
