/** Answers to webhooks that are taken for something else, or at some attempts alone. */

import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { acknowledges, nextAttempt } from '../ways-of-delivery.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Any 2xx answer acknowledges the delivery',
    mutant(
      'delivery.every-2xx-acknowledges',
      'blind-retry-acknowledged-by-200-alone',
      'a retry is acknowledged by 200 alone, a first attempt by any 2xx',
      acknowledges((status, plain, before) => (before.length === 0 ? plain : status === 200)),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried',
    mutant(
      'delivery.4xx-retried',
      'blind-third-unauthorized-ends-retries',
      'after three answers with 401 in a row nothing is sent any more',
      nextAttempt((_, before, plain) =>
        before.length >= 3 && before.slice(-3).every(({ status }) => status === 401) ? undefined : plain,
      ),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried',
    mutant(
      'delivery.connection-failure-retried',
      'blind-cut-retry-ends-retries',
      'a retry whose connection is cut or refused is the last one',
      nextAttempt((_, before, plain) => {
        const last = before.at(-1);
        const cut = last?.status === null && !/^no answer/.test(last.error ?? '');
        return before.length > 1 && cut ? undefined : plain;
      }),
    ),
  ),
  against(
    'Any 2xx answer acknowledges the delivery',
    mutant(
      'delivery.stops-when-acknowledged',
      'blind-third-acknowledgement-lost',
      'an acknowledgement of the third attempt is not noted, and a fourth one comes',
      acknowledges((_, plain, before) => plain && before.length !== 2),
    ),
  ),
  against(
    'then every 12 hours until 24 hours after the event',
    mutant(
      'delivery.later-retries',
      'blind-client-errors-not-tried-for-a-day',
      'what was answered with 4xx at every attempt is not tried again after 2 hours',
      nextAttempt((_, before, plain) =>
        before.length >= 5 && before.every(({ status }) => status !== null && status >= 400 && status < 500)
          ? undefined
          : plain,
      ),
    ),
  ),
];
