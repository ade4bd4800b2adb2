/** The console's list: what it says of attempts and of deliveries. */
import type { Attempt, Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

function withTheStatusBefore(attempts: readonly Attempt[]): Attempt[] {
  let status: number | null = null;
  return attempts.map((attempt) => {
    status = attempt.status ?? status;
    return { ...attempt, status };
  });
}

function abandonedWithIt({ eventId, since }: Delivery, deliveries: readonly Delivery[]): boolean {
  return deliveries.some(
    (each) => each.eventId === eventId && each.state === 'abandoned' && since < each.since + DAY * 1_000,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'The console lists deliveries with attempts, last HTTP status, error and sent payload.',
    mutant(
      'delivery.lists-attempts',
      'blind6-status-of-the-attempt-before',
      'the status of an answer is kept outside of the loop: an attempt without an answer is listed with the status of the one before',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => ({ ...each, attempts: withTheStatusBefore(each.attempts) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery. … After that the delivery is marked abandoned. … A Resend action sends an event again as a new delivery.',
    mutant(
      'delivery.not-abandoned',
      'blind6-abandoned-by-event',
      'what is given up is marked by the id of its event: an acknowledged delivery becomes abandoned with a resend of it that is never acknowledged',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((each) => ({
              ...each,
              state: abandonedWithIt(each, deliveries) ? 'abandoned' : each.state,
            })),
            merchant,
          ),
      })),
    ),
  ),
];
