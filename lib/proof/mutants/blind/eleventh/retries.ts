/** What an answer says beside its status, and is taken into account. */
import { functions } from '../../change.ts';
import { onTheWay } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { readsAnswers } from '../ways-of-delivery.ts';

/** Seconds that a receiver asked for, by the body that it was sent. */
const askedFor = new Map<string, number>();

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    {
      ...onTheWay(
        'delivery.5xx-retried',
        'blind11-retry-after-is-obeyed',
        'the library that sends obeys Retry-After of a 503: a receiver that asks for an hour gets the next attempt after an hour, not after a minute',
        readsAnswers(({ status, headers, sent }) => {
          const seconds = Number(headers['retry-after']);
          if (status === 503 && seconds > 0) askedFor.set(sent, seconds);
          return status;
        }),
      ),
      rules: functions(({ nextAttempt }) => ({
        nextAttempt(retries, attempt, delivery) {
          const seconds = askedFor.get(delivery.payload);
          askedFor.delete(delivery.payload);
          return seconds ?? nextAttempt(retries, attempt, delivery);
        },
      })),
    },
  ),
  against(
    'Any 2xx answer acknowledges the delivery.',
    onTheWay(
      'delivery.every-2xx-acknowledges',
      'blind11-web-page-is-no-acknowledgement',
      'an answer of 200 that is a web page is taken for one of a proxy or of a login page: with content type text/html the delivery counts as failed, and is tried again',
      readsAnswers(({ status, headers }) => {
        const type = String(headers['content-type'] ?? '');
        if (status >= 200 && status <= 299 && type.startsWith('text/html')) throw new Error('answered with a web page');
        return status;
      }),
    ),
  ),
];
