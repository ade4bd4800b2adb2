/** Answers that are too long for a library, and a schedule of which the last row is a time of day. */
import { mutant, onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR } from '../ways.ts';
import { nextAttempt, readsAnswers } from '../ways-of-delivery.ts';

const HALF_DAY = 12 * HOUR;
/** Bytes of an answer that the library reads. */
const LARGEST_ANSWER = 16_384;

export const found: readonly BlindMutant[] = [
  against(
    'Any 2xx answer acknowledges the delivery.',
    onTheWay(
      'delivery.every-2xx-acknowledges',
      'blind12-long-answers-are-errors',
      'the library that sends throws an error when an answer has more than 16 KB: an answer of 200 that is longer counts as a failed attempt, and the event is sent again',
      readsAnswers(({ status, size }) => {
        if (size > LARGEST_ANSWER) throw new Error('the answer is too long');
        return status;
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.later-retries',
      'blind12-twelve-hours-by-the-clock',
      'the attempts every 12 hours are those of a cron job that runs at midnight and at noon (UTC): the sixth attempt comes at the next of these, some minutes or hours after the fifth',
      nextAttempt(({ gaps }, attempts, plain) => {
        const last = Date.parse(attempts.at(-1)?.at ?? '') / 1_000;
        return attempts.length < gaps.length || plain === undefined ? plain : HALF_DAY - (last % HALF_DAY);
      }),
    ),
  ),
];
