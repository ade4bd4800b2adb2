/** Retries that depend on how an attempt was answered, and on what else had happened by then. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { nextAttempt } from '../ways-of-delivery.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.4xx-retried',
      'blind10-refused-after-rotation-given-up',
      'after a rotation 401 is taken to be about the old secret: an event from before the rotation that is answered 401 is not retried any more',
      functions(({ changeSecret, nextAttempt }) => {
        const replaced = new Set<string>();
        return {
          changeSecret(merchant, secret) {
            replaced.add(merchant.webhookSecret);
            changeSecret(merchant, secret);
          },
          nextAttempt(retries, attempt, delivery) {
            const refused = delivery.attempts.at(-1)?.status === 401;
            const given = refused && replaced.has(delivery.webhookSecret);
            return given ? undefined : nextAttempt(retries, attempt, delivery);
          },
        };
      }),
    ),
  ),
  against(
    'Any other answer, or a time-out, is retried after 1 minute, 5 minutes, 30 minutes, 2 hours, then every 12 hours until 24 hours after the event.',
    mutant(
      'delivery.second-retry',
      'blind10-timed-out-retry-skips-a-step',
      'a retry that times out counts as two failed attempts, its own and one for the connection that it kept: the next attempt comes after 30 minutes, not after 5',
      nextAttempt(({ gaps }, attempts, plain) => {
        const last = attempts.at(-1);
        const timedOut = last?.status === null && /no answer/.test(last.error ?? '');
        return timedOut && attempts.length > 1 ? (gaps[attempts.length] ?? plain) : plain;
      }),
    ),
  ),
];
