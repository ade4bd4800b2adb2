/** Answers to webhooks that are taken for something else, or at some attempts alone. */

import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { acknowledges, nextAttempt } from '../ways-of-delivery.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried',
    mutant(
      'delivery.4xx-retried',
      'blind-gone-later-ends-retries',
      'a retry that is answered with 410 is the last one',
      nextAttempt((_, before, plain) => (before.length > 1 && before.at(-1)?.status === 410 ? undefined : plain)),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery. … Any other answer, or a time-out, is retried',
    mutant(
      'delivery.3xx-retried',
      'blind-not-modified-acknowledges',
      'a delivery answered with 304 is acknowledged',
      acknowledges((status, plain) => plain || status === 304),
    ),
  ),
  against(
    'is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours',
    mutant(
      'delivery.4xx-retried',
      'blind-too-many-requests-waits-longer',
      'after a 429 the next gap of the schedule is left out',
      nextAttempt(({ gaps }, before, plain) =>
        before.at(-1)?.status === 429 ? (gaps[before.length] ?? plain) : plain,
      ),
    ),
  ),
  against(
    'is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours',
    mutant(
      'delivery.5xx-retried',
      'blind-unavailable-starts-schedule-again',
      'after a 503 the schedule begins again with 1 minute',
      nextAttempt(({ gaps }, before, plain) => (before.at(-1)?.status === 503 ? gaps[0] : plain)),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes',
    mutant(
      'delivery.mixed-failures',
      'blind-time-out-skips-a-gap',
      'after a retry that was not answered in time the next gap of the schedule is left out',
      nextAttempt(({ gaps }, before, plain) => {
        const late = before.length > 1 && /^no answer/.test(before.at(-1)?.error ?? '');
        return late ? (gaps[before.length] ?? plain) : plain;
      }),
    ),
  ),
];
