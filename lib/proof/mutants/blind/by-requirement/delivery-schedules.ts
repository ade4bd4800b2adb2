/** When the attempts of a delivery come, and when they end. */

import type { Delivery } from '../../../reference/rules/records.ts';
import { functions, retries } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const SCHEDULE =
  'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.';

/** For two days at most, an attempt that is not acknowledged is followed by another where `goes` says so; after the last the delivery is abandoned. */
function goesOn(goes: (made: Delivery['attempts'], age: number, gap: number) => boolean): Change {
  return all(
    retries({ within: 2 * DAY }),
    functions(({ nextAttempt }) => ({
      nextAttempt(rule, attempt, delivery) {
        const gap = nextAttempt(rule, attempt, delivery);
        const age = (Date.parse(delivery.attempts.at(-1)?.at ?? '') - delivery.since) / 1_000;
        if (gap !== undefined && goes(delivery.attempts, age, gap)) return gap;
        delivery.state = 'abandoned';
        return undefined;
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    SCHEDULE,
    mutant(
      'delivery.one-schedule',
      'kind-gaps-then-offsets',
      'the first retries are timed by the sender, which waits 1 and 5 minutes between attempts, and later ones by a job that counts 30 minutes and 2 hours from the event: attempts come at 0, 1 and 6 minutes, 30 minutes and 2 hours',
      retries({ gaps: [60, 300, 1_440, 5_400, 43_200] }),
    ),
  ),
  against(
    SCHEDULE,
    mutant(
      'delivery.ends-after-a-day',
      'kind-age-looked-at-before-waiting',
      'whether a delivery is younger than a day is looked at when an attempt fails, and not when the next is due: the attempt after 14 h 36 min is followed by another 12 hours later, at 26 h 36 min',
      goesOn((_, age) => age < DAY),
    ),
  ),
  against(
    `${SCHEDULE} After that the delivery is marked abandoned.`,
    mutant(
      'delivery.ends-after-a-day',
      'kind-unavailable-receiver-tried-on',
      'an answer of 503 says that the receiver will be back: a delivery whose last attempt was answered so is tried every 12 hours for another day, while others end after 24 hours',
      goesOn((made, age, gap) => age + gap <= DAY || made.at(-1)?.status === 503),
    ),
  ),
];
