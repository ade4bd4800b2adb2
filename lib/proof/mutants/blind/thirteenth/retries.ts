/** A schedule that has room for one delivery a second, and one that is over before its last answer. */
import type { Delivery } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** Attempts that the schedule has: at once, and after each of its five gaps. */
const ATTEMPTS = 6;

/** Retries stand in a map by the second at which they are due. */
function oneRetryASecond(): Change {
  return functions(({ nextAttempt }) => {
    const due = new Set<string>();
    return {
      nextAttempt(retries, attempt, delivery) {
        const gap = nextAttempt(retries, attempt, delivery);
        const last = delivery.attempts.at(-1);
        if (gap === undefined || last === undefined) return gap;
        const second = `${delivery.webhookSecret} ${Math.floor(Date.parse(last.at) / 1_000 + gap)}`;
        if (due.has(second)) return undefined;
        due.add(second);
        return gap;
      },
    };
  });
}

function givenUpByCount(delivery: Delivery): Delivery {
  return delivery.attempts.length >= ATTEMPTS ? { ...delivery, state: 'abandoned' } : delivery;
}

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours.',
    mutant(
      'delivery.first-retry',
      'blind13-one-retry-a-second',
      'what is to be retried stands in a map by the second at which it is due: of several deliveries of a merchant that fail within one second one is retried, the others are never tried again',
      oneRetryASecond(),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery. After that the delivery is marked abandoned.',
    mutant(
      'delivery.not-abandoned',
      'blind13-last-attempt-is-given-up',
      'a delivery is given up when its attempts are used up, whatever the last one was answered with: one that is acknowledged at the attempt after 12 hours is shown as abandoned',
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) => deliveryList(deliveries.map(givenUpByCount), merchant),
      })),
    ),
  ),
];
